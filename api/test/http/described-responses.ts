import type { INestApplication } from '@nestjs/common';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Response, Test } from 'supertest';
import type { ApiDocument, ApiResponse, Operation, Schema } from '../../src/http/openapi/api-document.ts';
import { describeApi } from '../../src/http/openapi/describe-api.ts';

/** A received response. */
export interface ReceivedResponse {
  method: string;
  /** With or without a query. */
  path: string;
  status: number;
  /** Empty without one. */
  contentType: string;
  /** Of a JSON response. */
  body: unknown;
}

/** Compares responses with the API's OpenAPI document. */
export class DescribedResponses {
  // Inlining and optimising would take longer than they save.
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  private readonly validators = new Map<Schema, ValidateFunction>();
  private readonly routes: { pattern: RegExp; operations: Record<string, Operation> }[];

  constructor(document: ApiDocument) {
    formats.default(this.ajv);
    this.ajv.addSchema({ $id: DOCUMENT, components: document.components });
    this.routes = Object.entries(document.paths)
      // "/photos/upload" before "/photos/{id}": a letter sorts before a brace.
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, operations]) => ({
        pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
        operations,
      }));
  }

  operationOf(method: string, path: string): Operation | undefined {
    const [plain = ''] = path.split(/[?#]/);
    const matching = this.routes.filter(({ pattern }) => pattern.test(plain));
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    return matching.find(({ operations }) => operations[name])?.operations[name];
  }

  /** @returns the difference from the document; undefined without one */
  faultOf(response: ReceivedResponse): string | undefined {
    const { method, path, status } = response;
    if (path.startsWith(PAGE_FILES)) return undefined;
    const operation = this.operationOf(method, path);
    const described = operation ? operation.responses[status] : this.ofNoRoute(status);
    const fault = described ? this.faultIn(described, response) : 'this status is not described';
    return fault && `${method} ${path} returned ${status}, but ${fault}`;
  }

  /** Errors of a value under a schema of the document; empty when valid. */
  errorsOf(schema: Schema, value: unknown): string {
    let validate = this.validators.get(schema);
    if (!validate) {
      validate = this.ajv.compile(inDocument(schema));
      this.validators.set(schema, validate);
    }
    return validate(value) ? '' : this.ajv.errorsText(validate.errors, { dataVar: 'body' });
  }

  private faultIn({ content }: ApiResponse, { method, contentType, body }: ReceivedResponse): string | undefined {
    if (method === 'HEAD') return undefined;
    const [type = ''] = contentType.split(';');
    if (!content) return type === '' ? undefined : `a body of type ${type} is not described`;
    const [family = ''] = type.split('/');
    const described = content[type] ?? content[`${family}/*`];
    if (!described) return `its type "${type}" is not one of ${Object.keys(content).join(', ')}`;
    if (type !== 'application/json' || !described.schema) return undefined;
    return this.errorsOf(described.schema, body) || undefined;
  }

  /** Response at an address without an operation. */
  private ofNoRoute(status: number): ApiResponse | undefined {
    const isError = [400, 404, 408, 413, 415, 431].includes(status);
    return isError ? { description: '', content: { 'application/json': { schema: ERROR } } } : undefined;
  }
}

/** Id of the document in Ajv. */
const DOCUMENT = 'api.json';

const inDocument = (schema: Schema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`)) as Schema;

/** Files of the documentation page. */
const PAGE_FILES = '/api/docs/';

const ERROR = { $ref: '#/components/schemas/ErrorView' };

/** One per process: all applications have the same document. */
let described: DescribedResponses | undefined;

/** Makes a supertest request fail when its response differs from the OpenAPI document. */
export function matchDescription(app: INestApplication): (request: Test) => void {
  return (request) => {
    request.expect((response: Response) => {
      described ??= new DescribedResponses(describeApi(app));
      const { pathname, search } = new URL(request.url);
      const fault = described.faultOf({
        method: request.method,
        path: pathname + search,
        status: response.status,
        contentType: response.headers['content-type'] ?? '',
        body: response.body,
      });
      if (fault) throw new Error(fault);
    });
  };
}
