import type { INestApplication } from '@nestjs/common';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Response, Test } from 'supertest';
import type { ApiDocument, ApiResponse, Operation, Schema } from '../../src/http/openapi/api-document.ts';
import { describeApi } from '../../src/http/openapi/describe-api.ts';

/** An answer as it came. */
export interface Answered {
  method: string;
  /** As it was asked for, with or without a query. */
  path: string;
  status: number;
  /** Empty where none was sent. */
  contentType: string;
  /** Of a JSON answer. */
  body: unknown;
}

/** Judges answers by the document that describes the API. */
export class DescribedAnswers {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
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

  /** @returns what the document does not say of it; undefined where all is as described */
  faultOf(answered: Answered): string | undefined {
    const { method, path, status } = answered;
    if (path.startsWith(PAGE_FILES)) return undefined;
    const operation = this.operationOf(method, path);
    const described = operation ? operation.responses[status] : this.ofNoRoute(status);
    const fault = described ? this.faultIn(described, answered) : 'this status is not described';
    return fault && `${method} ${path} answered ${status}, but ${fault}`;
  }

  /** Whether a value is as a schema of the document says; the complaints otherwise. */
  complaints(schema: Schema, value: unknown): string {
    let validate = this.validators.get(schema);
    if (!validate) {
      validate = this.ajv.compile(inDocument(schema));
      this.validators.set(schema, validate);
    }
    return validate(value) ? '' : this.ajv.errorsText(validate.errors, { dataVar: 'body' });
  }

  private faultIn({ content }: ApiResponse, { method, contentType, body }: Answered): string | undefined {
    if (method === 'HEAD') return undefined;
    const [type = ''] = contentType.split(';');
    if (!content) return type === '' ? undefined : `a body of type ${type} is not described`;
    const [family = ''] = type.split('/');
    const described = content[type] ?? content[`${family}/*`];
    if (!described) return `its type "${type}" is not one of ${Object.keys(content).join(', ')}`;
    if (type !== 'application/json' || !described.schema) return undefined;
    return this.complaints(described.schema, body) || undefined;
  }

  /** What is answered at an address that no operation has. */
  private ofNoRoute(status: number): ApiResponse | undefined {
    const isRefusal = [400, 404, 408, 413, 415, 431].includes(status);
    return isRefusal ? { description: '', content: { 'application/json': { schema: ERROR } } } : undefined;
  }
}

/** The id under which Ajv compiles what the schemas refer to, once for all of them. */
const DOCUMENT = 'api.json';

const inDocument = (schema: Schema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`)) as Schema;

/** What the page of the description is made of. */
const PAGE_FILES = '/api/docs/';

const ERROR = { $ref: '#/components/schemas/ErrorView' };

/** Made once per process: the document is the same for every application. */
let described: DescribedAnswers | undefined;

/** Lets a request of supertest fail when its answer is not as the API's own description has it. */
export function answersAsDescribed(app: INestApplication): (request: Test) => void {
  return (request) => {
    request.expect((response: Response) => {
      described ??= new DescribedAnswers(describeApi(app));
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
