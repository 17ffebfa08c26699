import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Operation, Parameter, Schema } from '../../src/http/openapi/api-document.ts';
import { resolve } from '../../src/http/openapi/schemas.ts';
import { bodyFor } from './bodies.ts';
import { oddText, oddValue, valueOf } from './values.ts';
import type { FuzzData } from './seeded-site.ts';
import type { GeneratedRequest } from './send.ts';

/** Path segments without a row, or invalid ones. */
const ODD_SEGMENTS = [
  '0', '-1', '1.5', '2147483647', '2147483648', '99999999999999999999', 'abc', '%00', '%2e%2e%2f', '..%2f..', '%zz', '%ff',
  '%E2%80%AE', '1%20', '%31', '1;x', '1%0d%0aX:y', 'a'.repeat(250), 'a'.repeat(2_001), '', '__proto__', 'NaN', '1e1', '\u00ff', '*', '[1]',
]; // oxfmt-ignore

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

/** Requests to all operations of the document, most with at least one fault. */
export function anyRequest(document: ApiDocument, data: FuzzData): Arbitrary<GeneratedRequest> {
  const schemaOf = (schema: Schema) => resolve(schema, document.components.schemas);
  const requests = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => requestTo(path, method, operation, schemaOf, data)),
  );
  return fc.oneof(...requests, strayRequest(document, data));
}

function requestTo(
  path: string,
  method: string,
  operation: Operation,
  schemaOf: (schema: Schema) => Schema,
  data: FuzzData,
): Arbitrary<GeneratedRequest> {
  return fc
    .record({
      path: pathOf(path, operation, data),
      query: queryOf(operation, schemaOf, data),
      authorization: authorizationFor(operation, data),
      body: bodyFor(operation, schemaOf, data),
      headers: oddHeaders,
      verb: fc.constantFrom(...Array<string>(30).fill(method.toUpperCase()), 'HEAD', 'OPTIONS', 'PATCH', 'TRACE'),
    })
    .map(({ path: address, query, authorization, body, headers, verb }) => {
      // TCP resets the connection of a large unread body before the client reads the response.
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

function pathOf(path: string, { parameters = [], tags }: Operation, data: FuzzData): Arbitrary<string> {
  const names = parameters.filter((one) => one.in === 'path');
  const media = data.media.filter((address) => matches(path, address));
  const parts = names.map(({ name, schema }) => {
    const pool = (data.path[`${tags[0]}:${name}:${String(schema.type)}`] ??
      data.path[`${tags[0]}:${name}`] ??
      []) as string[];
    const known = pool.length > 0 ? pool.map(String) : ['1'];
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: fc.constantFrom(...ODD_SEGMENTS) },
    );
  });
  const generated = (parts.length > 0 ? fc.tuple(...parts) : fc.constant([])).map((values) => {
    let index = 0;
    return path.replace(/\{\w+\}/g, () => values[index++] ?? '');
  });
  return media.length > 0 ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...media) }, generated) : generated;
}

const matches = (path: string, address: string) =>
  new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}(\\?|$)`).test(address);

function queryOf(
  { parameters = [] }: Operation,
  schemaOf: (schema: Schema) => Schema,
  data: FuzzData,
): Arbitrary<string> {
  const inQuery = parameters.filter((one) => one.in === 'query');
  const encode = (name: string, value: unknown) => {
    // An address cannot contain a lone surrogate; Buffer replaces it.
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}=${encodeURIComponent(Buffer.from(text ?? '').toString())}`;
  };
  const one = ({ name, schema }: Parameter) =>
    fc
      .oneof({ weight: 5, arbitrary: valueOf(name, schemaOf(schema), data.fields) }, { weight: 1, arbitrary: oddValue })
      .map((value) => encode(name, value));
  const optional = fc.tuple(...inQuery.map((parameter) => fc.option(one(parameter), { nil: '', freq: 1 })));
  const usual = optional.map((pairs) => pairs.filter(Boolean).join('&'));
  const odd = fc.oneof(
    fc.constantFrom(...ODD_QUERIES),
    oddText.map((text) => encode('unknown', text)),
    usual.map((query) => `${query}&${query}`),
  );
  return fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

function authorizationFor({ security = [] }: Operation, data: FuzzData): Arbitrary<string | undefined> {
  const isNeeded = security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0);
  return fc.oneof(
    { weight: isNeeded ? 10 : 3, arbitrary: fc.constant(data.validAuthorization) },
    { weight: isNeeded ? 1 : 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...data.invalidAuthorizations) },
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

/** A request to an address close to a valid one. */
function strayRequest(document: ApiDocument, data: FuzzData): Arbitrary<GeneratedRequest> {
  const path = fc.constantFrom(...Object.keys(document.paths)).map((one) => one.replace(/\{\w+\}/g, '1'));
  return fc
    .tuple(
      path,
      fc.constantFrom('/', '//', '/..', '%2f', '.json', '/1/2/3', '?', '#'),
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    )
    .map(([start, end, method]) => ({
      method,
      path: start + end,
      headers: { authorization: data.validAuthorization },
    }));
}
