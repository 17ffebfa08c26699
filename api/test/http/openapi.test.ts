import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERRORS, type ErrorView } from '@portfolio/contracts';
import type { FastifyInstance } from 'fastify';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ApiDocument, Content, Operation, Schema } from '../../src/http/openapi/api-document.ts';
import { shapeOf } from '../../src/http/openapi/routes.ts';
import { DescribedResponses } from './described-responses.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let document: ApiDocument;
let checker: DescribedResponses;
const operations: { route: string; operation: Operation }[] = [];
beforeAll(async () => {
  api = await startTestApi();
  document = (await api.visitor.get('/api/docs-json').expect(200)).body;
  checker = new DescribedResponses(document);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operations.push({ route: `${method.toUpperCase()} ${path}`, operation });
    }
  }
});
afterAll(() => api.stop());

/** Operations that break a rule. */
const faults = (check: (operation: Operation) => unknown) =>
  operations.flatMap(({ route, operation }) => (check(operation) ? [{ route, fault: check(operation) }] : []));

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1, as JSON and as a page', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const page = (await api.visitor.get('/api/docs').expect(200)).text;
    expect(page).toContain('swagger-ui');
    expect(page).toContain('<title>Portfolio API</title>');
  });

  it('has exactly the routes of Fastify', () => {
    const real = realRoutes(api.app.getHttpAdapter().getInstance()).filter((route) => !NOT_DESCRIBED.test(route));

    expect(real.length).toBeGreaterThan(20);
    expect(operations.map(({ route }) => shapeOf(route)).sort()).toEqual(real.sort());
  });

  it('has each path once, with its parameters', () => {
    const shapes = Object.keys(document.paths).map(shapeOf);
    expect(new Set(shapes).size).toBe(shapes.length);

    const inPath = ({ parameters = [] }: Operation) => parameters.filter((one) => one.in === 'path');
    for (const { route, operation } of operations) {
      expect([...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(
        inPath(operation).map(({ name }) => name),
      );
    }
  });
});

describe('every operation', () => {
  it('has a one-sentence summary, a described tag and a unique id', () => {
    const tags = document.tags.map(({ name }) => name);

    expect(faults(({ summary }) => !/^[A-Z].{5,100}\.$/.test(summary) && `not a sentence: ${summary}`)).toEqual([]);
    expect(faults((operation) => operation.tags.length !== 1 || !tags.includes(operation.tags[0]!))).toEqual([]);
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('describes success and errors', () => {
    const statuses = ({ responses }: Operation) => Object.keys(responses);

    expect(faults((operation) => !statuses(operation).some((status) => status < '300'))).toEqual([]);
    expect(faults((operation) => !statuses(operation).includes('500'))).toEqual([]);
    expect(faults((operation) => operation.requestBody && !statuses(operation).includes('400'))).toEqual([]);
    expect(faults((operation) => operation.security?.length && !statuses(operation).includes('401'))).toEqual([]);
  });

  it('describes Retry-After of rate limits and of a busy site', () => {
    const without = ({ responses, tags }: Operation) =>
      tags[0] !== 'health' &&
      [responses[429], responses[503]].some((one) => one && !Object.hasOwn(one.headers ?? {}, 'Retry-After'));

    expect(faults(without)).toEqual([]);
  });

  it('has parameters with types and examples', () => {
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);

    expect(parameters.filter(({ schema }) => Object.keys(schema).length === 0)).toEqual([]);
    expect(faults(({ parameters = [] }) => parameters.some(({ example }) => example === undefined))).toEqual([]);
  });

  it('has examples that match its schemas', () => {
    const examples = operations.flatMap(({ route, operation }) => [
      ...examplesIn(operation.requestBody?.content).map((example) => ({ route, ...example })),
      ...Object.values(operation.responses).flatMap(({ content }) =>
        examplesIn(content).map((example) => ({ route, ...example })),
      ),
      ...(operation.parameters ?? []).map(({ name, schema, example }) => ({ route, name, schema, example })),
    ]);

    const checked = examples.map(({ schema, example, ...rest }) => ({
      ...rest,
      fault: checker.errorsOf(schema, example),
    }));
    expect(checked.length).toBeGreaterThan(200);
    expect(checked.filter(({ fault }) => fault)).toEqual([]);
  });

  it('has an example for every JSON body', () => {
    const without = ({ requestBody, responses }: Operation) =>
      [requestBody?.content, ...Object.values(responses).map(({ content }) => content)].some(
        (content) => content?.['application/json'] && examplesIn(content).length === 0,
      );

    expect(faults((operation) => operation.tags[0] !== 'docs' && without(operation))).toEqual([]);
  });
});

it('the document has exactly the schemas that it references', () => {
  const { schemas } = document.components;
  const referenced = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);

  expect([...new Set(referenced)].sort()).toEqual(Object.keys(schemas).sort());
  for (const schema of Object.values(schemas)) checker.errorsOf(schema, {});
});

it('the document has every error code of the contracts', () => {
  const described = new Set(
    [...JSON.stringify(document.paths).matchAll(/"code":"([\w.-]+)"/g)].map(([, code]) => code),
  );

  expect(Object.keys(ERRORS).filter((code) => !described.has(code))).toEqual([]);
});

describe('an example', () => {
  const operationAt = (method: string, path: string) => document.paths[path]![method]!;
  const exampleAt = (method: string, path: string, status: number) =>
    examplesIn(operationAt(method, path).responses[status]!.content)[0]!.example;

  it('of a posted comment is pending', () => {
    expect(exampleAt('post', '/api/comments', 201)).toMatchObject({ comment: { is_approved: false } });
  });

  it.each([
    ['/api/photos/upload', 201],
    ['/api/photos/{id}/retry', 200],
  ])('of %s has no renditions', (path, status) => {
    expect(exampleAt('post', path, status)).toMatchObject({
      photo: { status: 'processing', renditions: [], image_url: null, small_thumbnail_url: null },
    });
  });

  it('of an invalid request names its fields', () => {
    const examples = operations.flatMap(({ operation }) =>
      examplesIn(operation.responses[400]?.content).map(({ example }) => example as ErrorView),
    );
    const invalid = examples.filter(({ code }) => code === 'request.invalid');

    expect(invalid.length).toBeGreaterThan(20);
    expect(invalid.filter(({ errors, message }) => Object.values(errors ?? {})[0] !== message)).toEqual([]);
  });

  it('of an event matches its schema', () => {
    const { schema, example } = operationAt('get', '/api/admin/events').responses[200]!.content!['text/event-stream']!;
    const data = JSON.parse(/^data: (.*)$/m.exec(String(example))![1]!);

    for (const value of [data, {}]) expect(checker.errorsOf(schema!.contentSchema as Schema, value)).toBe('');
    expect(checker.errorsOf(schema!.contentSchema as Schema, { type: 'photo.progress', ...data })).not.toBe('');
  });
});

it('the upload form describes empty fields and switches', () => {
  const form = document.paths['/api/photos/upload']!.post!.requestBody!.content['multipart/form-data']!;

  expect(form.schema!.description).toMatch(/empty number or switch counts as not given.*`on`/);
});

it('request schemas have the limits of the validation rules', () => {
  const { PostComment, SaveGallery, UpdatePhoto } = document.components.schemas as Record<
    string,
    { required: string[]; properties: Record<string, Schema> }
  >;

  expect(PostComment!.required).toEqual(['author_name', 'author_email', 'content', 'photo_id']);
  expect(PostComment!.properties.content).toMatchObject({ type: 'string', minLength: 3, maxLength: 1000 });
  expect(SaveGallery!.properties.slug).toMatchObject({ pattern: '^[a-z0-9-]+$' });
  expect(SaveGallery!.properties.photo_ids).toMatchObject({ minItems: 1, items: { type: 'integer', minimum: 1 } });
  expect(UpdatePhoto!.properties.description).toMatchObject({ type: ['string', 'null'] });
  for (const name of ['focus_x', 'focus_y']) {
    expect(UpdatePhoto!.properties[name]).toMatchObject({ type: 'number', format: 'double', minimum: 0, maximum: 1 });
  }
  const upload = document.paths['/api/photos/upload']!.post!.requestBody!.content['multipart/form-data']!.schema!;
  expect(upload.required).toEqual(['title', 'image']);
});

describe('a response', () => {
  const photo = { method: 'GET', path: '/api/photos/1', contentType: 'application/json; charset=utf-8' };
  const neighbours = { ...photo, path: '/api/galleries/slack-water/photos/1/neighbours' };
  const error = { statusCode: 404, message: 'Photo not found', code: 'photo.not-found' };

  it.each([
    ['that matches', { ...photo, status: 404, body: error }, undefined],
    ['of a photo outside of the gallery', { ...neighbours, status: 404, body: error }, undefined],
    ['with another status', { ...photo, status: 409, body: error }, 'this status is not described'],
    ['of another type', { ...photo, status: 404, contentType: 'text/html', body: error }, 'its type "text/html"'],
    ['with an extra field', { ...photo, status: 404, body: { ...error, stack: '' } }, 'must NOT have additional'],
    [
      'with a missing field',
      { ...photo, status: 200, body: { photo: { id: 1 } } },
      "must have required property 'title'",
    ],
    [
      'with an error of another route',
      { ...photo, status: 404, body: { ...error, code: 'news.not-found' } },
      'allowed',
    ],
    ['without a route', { ...photo, path: '/api/nothing', status: 200, body: {} }, 'this status is not described'],
  ])('%s is compared with the document', (_, response, fault) => {
    const found = checker.faultOf(response);

    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(fault);
  });
});

/** Files of the page, internal calls of public-web, preflight requests and the fallback route. */
const NOT_DESCRIBED = /^\w+ (\/api\/docs\/|\/media\/(mark|shown)$|\*|\/\*)|^(HEAD|OPTIONS) /;

/** Every route that Fastify has, as `GET /api/photos/{}`. */
function realRoutes(fastify: FastifyInstance): string[] {
  const parents: string[] = [];
  // One line for each node of the tree: indentation, part of the path, methods.
  return fastify
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      parents.splice(indent.length / 4, parents.length, part);
      // Fastify prints a parameter with two names as `:slug|:id`.
      const shape = parents.join('').replace(/:\w+(\|:\w+)*/g, '{}');
      return methods ? methods.split(', ').map((method) => `${method} ${shape}`) : [];
    });
}

function examplesIn(content: Record<string, Content> | undefined): { schema: Schema; example: unknown }[] {
  const { schema, example, examples } = content?.['application/json'] ?? {};
  if (!schema) return [];
  const named = Object.values(examples ?? {}).map(({ value }) => value);
  return [...(example === undefined ? [] : [example]), ...named].map((value) => ({ schema, example: value }));
}

const TESTS = join(import.meta.dirname, '..');
const testFiles = readdirSync(TESTS, { encoding: 'utf8', recursive: true });

/** Rows of the table in docs/api.md. */
const rows = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => /^\| `(\w+) (\S+)`\s*\| (\w+)\s*\| (.+?)\s*\| (\S+\.test\.ts)\s*\|$/.exec(line)?.slice(1) ?? [])
  .filter((cells) => cells.length > 0)
  .map(([method = '', path = '', access = '', summary = '', file = '']) => ({ method, path, access, summary, file }));

const accessOf = ({ security = [] }: Operation) => {
  if (security.length === 0) return 'everybody';
  return security.some((way) => Object.keys(way).length === 0) ? 'either' : 'administrator';
};

describe('the table of calls in docs/api.md', () => {
  it('has every operation once, with its access and summary', () => {
    const described = operations.map(({ route, operation }) => [
      shapeOf(route),
      accessOf(operation),
      operation.summary,
    ]);
    const listed = rows.map(({ method, path, access, summary }) => [
      shapeOf(`${method} ${path}`),
      access,
      `${summary}.`,
    ]);

    expect(listed.sort()).toEqual(described.sort());
  });

  it('names for every operation a test file that mentions its path', () => {
    const missing = rows.filter(({ path, file }) => {
      const segment = path.split('/').findLast((part) => !part.startsWith('{')) ?? path;
      const source = testFiles.find((name) => basename(name) === file);
      return !source || !readFileSync(join(TESTS, source), 'utf8').includes(segment);
    });

    expect(missing).toEqual([]);
  });
});
