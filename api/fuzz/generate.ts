import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Operation, Parameter, Schema } from '../src/http/openapi/api-document.ts';
import { resolve } from '../src/http/openapi/schemas.ts';
import { bodyFor } from './bodies.ts';
import type { GeneratedRequest } from './generated-request.ts';
import { oddText, oddValue, valueOf } from './values.ts';
import type { World } from './world.ts';

/** Parts of a path that name nothing, or are no part of a path at all. */
const ODD_PARTS = [
  '0', '-1', '1.5', '2147483647', '2147483648', '99999999999999999999', 'abc', '%00', '%2e%2e%2f', '..%2f..', '%zz', '%ff',
  '%E2%80%AE', '1%20', '%31', '1;x', '1%0d%0aX:y', 'a'.repeat(250), 'a'.repeat(400), '', '__proto__', 'NaN', '1e1', '\u00ff', '*', '[1]',
]; // prettier-ignore

const ODD_QUERIES = [
  '%',
  '%zz=1',
  'a=%ff',
  'limit',
  'limit=',
  'limit=1&limit=2',
  'limit[]=1',
  'limit[a]=1',
  '__proto__=1',
  '&&&',
  '=',
  '?',
  'a=b=c',
  'cursor=%00',
  'toString=1',
];

/** Any request to any operation of the document, most of them with at least one thing wrong. */
export function anyRequest(document: ApiDocument, world: World): Arbitrary<GeneratedRequest> {
  const schemaOf = (schema: Schema) => resolve(schema, document.components.schemas);
  const requests = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => requestTo(path, method, operation, schemaOf, world)),
  );
  return fc.oneof(...requests, strayRequest(document, world));
}

function requestTo(
  path: string,
  method: string,
  operation: Operation,
  schemaOf: (schema: Schema) => Schema,
  world: World,
): Arbitrary<GeneratedRequest> {
  return fc
    .record({
      path: pathOf(path, operation, world),
      query: queryOf(operation, schemaOf, world),
      authorization: authorizationFor(operation, world),
      body: bodyFor(operation, schemaOf, world),
      headers: oddHeaders,
      verb: fc.constantFrom(...Array<string>(30).fill(method.toUpperCase()), 'HEAD', 'OPTIONS', 'PATCH', 'TRACE'),
    })
    .map(({ path: address, query, authorization, body, headers, verb }) => {
      // A large body that nobody reads ends the connection before its answer is read: that is TCP's doing.
      const isRead = !UNREAD.includes(verb) || (body.content?.length ?? 0) < 10_000;
      const content = isRead ? body.content : undefined;
      return {
        method: verb,
        path: query === '' ? address : `${address}?${query}`,
        headers: {
          ...headers,
          ...(authorization !== undefined && { authorization }),
          ...(body.type !== undefined && { 'content-type': body.type }),
          ...(content && { 'content-length': String(content.length) }),
        },
        body: content,
      };
    });
}

const UNREAD = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PATCH'];

function pathOf(path: string, { parameters = [], tags }: Operation, world: World): Arbitrary<string> {
  const names = parameters.filter((one) => one.in === 'path');
  const media = world.media.filter((address) => matches(path, address));
  const parts = names.map(({ name, schema }) => {
    const pool = (world.path[`${tags[0]}:${name}:${String(schema.type)}`] ??
      world.path[`${tags[0]}:${name}`] ??
      []) as string[];
    const known = pool.length > 0 ? pool.map(String) : ['1'];
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_PARTS) },
    );
  });
  const made = (parts.length > 0 ? fc.tuple(...parts) : fc.constant([])).map((values) => {
    let at = 0;
    return path.replace(/\{\w+\}/g, () => values[at++] ?? '');
  });
  return media.length > 0 ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...media) }, made) : made;
}

const matches = (path: string, address: string) =>
  new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}(\\?|$)`).test(address);

function queryOf(
  { parameters = [] }: Operation,
  schemaOf: (schema: Schema) => Schema,
  world: World,
): Arbitrary<string> {
  const inQuery = parameters.filter((one) => one.in === 'query');
  const written = (name: string, value: unknown) => {
    // A lone surrogate has no place in an address; as bytes it becomes the sign for what cannot be read.
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}=${encodeURIComponent(Buffer.from(text ?? '').toString())}`;
  };
  const one = ({ name, schema }: Parameter) =>
    fc
      .oneof(
        { weight: 5, arbitrary: valueOf(name, schemaOf(schema), world.fields) },
        { weight: 1, arbitrary: oddValue },
      )
      .map((value) => written(name, value));
  const fitting = fc.tuple(...inQuery.map((parameter) => fc.option(one(parameter), { nil: '', freq: 1 })));
  const usual = fitting.map((pairs) => pairs.filter(Boolean).join('&'));
  const odd = fc.oneof(
    fc.constantFrom(...ODD_QUERIES),
    oddText.map((text) => written('surprise', text)),
    usual.map((query) => `${query}&${query}`),
  );
  return fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

function authorizationFor({ security = [] }: Operation, world: World): Arbitrary<string | undefined> {
  const isNeeded = security.length > 0 && security.every((way) => Object.keys(way).length > 0);
  return fc.oneof(
    { weight: isNeeded ? 10 : 3, arbitrary: fc.constant(world.good) },
    { weight: isNeeded ? 1 : 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...world.bad) },
  );
}

const oddHeaders: Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        'bytes=0-',
        'bytes=0-9',
        'bytes=-5',
        'bytes=5-2',
        'bytes=99999999-',
        'bytes=0-1,4-5',
        'bits=0-1',
        'bytes=a-b',
        'bytes=-0',
      )
      .map((range) => ({ range })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'if-none-match': '*' },
      { 'if-none-match': '"a", W/"b"' },
      { 'if-match': '*' },
      { 'if-match': '"a", W/"b"' },
      { 'if-modified-since': 'yesterday' },
      { 'if-range': '"a"', range: 'bytes=0-1' },
      { origin: 'https://evil.example.com' },
      { origin: 'null' },
      { host: 'evil.example.com' },
      { 'x-forwarded-for': '1.2.3.4, \u00e9' },
      { 'x-http-method-override': 'DELETE' },
      { 'content-encoding': 'gzip' },
      { accept: 'text/xml' },
      { 'accept-encoding': 'identity;q=0' },
      { cookie: 'a=b; c' },
      { 'x-long': 'x'.repeat(20_000) },
    ),
  },
);

/** A request to an address that is near to one that there is. */
function strayRequest(document: ApiDocument, world: World): Arbitrary<GeneratedRequest> {
  const path = fc.constantFrom(...Object.keys(document.paths)).map((one) => one.replace(/\{\w+\}/g, '1'));
  return fc
    .tuple(
      path,
      fc.constantFrom('/', '//', '/..', '%2f', '.json', '/1/2/3', '?', '#'),
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    )
    .map(([start, end, method]) => ({ method, path: start + end, headers: { authorization: world.good } }));
}
