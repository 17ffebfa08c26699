import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Schema } from '../../src/http/openapi/api-document.ts';
import { objectOf, oddText, oddValue } from './values.ts';
import type { FuzzData } from './seeded-site.ts';

export interface Body {
  type?: string;
  content?: Buffer;
}

const JSON_TYPE = 'application/json';
const TYPES = [
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/jsonp',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  '/',
  'x',
  `a/${'b'.repeat(3000)}`,
];

/** Body for an operation, mostly a valid one. */
export function bodyFor(operation: Operation, schemaOf: (schema: Schema) => Schema, data: FuzzData): Arbitrary<Body> {
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  if (!type || !content?.schema) {
    return fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddBody });
  }
  const schema = schemaOf(content.schema);
  const valid = type === JSON_TYPE ? objectOf(schema, data.fields).map(asJson) : formOf(schema, data);
  const invalid = type === JSON_TYPE ? invalidJson(schema, data) : invalidForm(schema, data);
  return fc.oneof(
    { weight: 8, arbitrary: valid },
    { weight: 6, arbitrary: invalid },
    { weight: 1, arbitrary: oddBody },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

const asJson = (value: unknown): Body => ({ type: JSON_TYPE, content: Buffer.from(JSON.stringify(value) ?? '') });
const raw = (text: string | Buffer, type = JSON_TYPE): Body => ({ type, content: Buffer.from(text as string) });

/** Bodies that no operation accepts. */
const oddBody: Arbitrary<Body> = fc.oneof(
  oddValue.map(asJson),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => raw(Buffer.from(bytes))),
  fc.tuple(fc.constantFrom(...TYPES), fc.string({ maxLength: 60 })).map(([type, text]) => raw(text, type)),
  fc
    .constantFrom('', '{', '[', '"', '{"a":1', '{"a":}', 'nul', '\ufeff{}', '{}{}', '1e999999', '[1,]')
    .map((text) => raw(text)),
  fc.constantFrom('{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"a":1}}}').map((text) => raw(text)),
  fc.constant(raw('['.repeat(20_000))),
  fc.constant(raw(`{"a":"${'x'.repeat(300_000)}"}`)),
  fc.constant({ content: Buffer.from('{}') }),
);

/** A valid body with one fault. */
function invalidJson(schema: Schema, data: FuzzData): Arbitrary<Body> {
  const names = Object.keys((schema.properties ?? {}) as object);
  const valid = objectOf(schema, data.fields);
  const name = fc.constantFrom(...(names.length > 0 ? names : ['a']));
  const changed = (change: (body: Record<string, unknown>, name: string, odd: unknown) => Body) =>
    fc.tuple(valid, name, oddValue).map(([body, field, odd]) => change(body, field, odd));
  return fc.oneof(
    { weight: 8, arbitrary: changed((body, field, odd) => asJson({ ...body, [field]: odd })) },
    { weight: 2, arbitrary: changed((body, field) => asJson({ ...body, [field]: undefined })) },
    { weight: 1, arbitrary: changed((body, _, odd) => asJson({ ...body, unknown: odd })) },
    { weight: 1, arbitrary: changed((body, field, odd) => asJson({ ...body, [`${field} `]: odd })) },
    // A repeated field: JSON.parse uses the last one.
    {
      weight: 1,
      arbitrary: changed((body, field, odd) =>
        raw(
          `${JSON.stringify(body).slice(0, -1)}${Object.keys(body).length ? ',' : ''}"${field}":${JSON.stringify(odd) ?? null}}`,
        ),
      ),
    },
    { weight: 1, arbitrary: changed((body) => raw(JSON.stringify(body).slice(0, -2))) },
    { weight: 1, arbitrary: changed((body) => asJson([body])) },
    { weight: 1, arbitrary: changed((body) => ({ ...asJson(body), type: 'text/plain' })) },
  );
}

const boundary = 'fuzz-x-fuzz';
const form = (parts: Part[]): Body => ({
  type: `multipart/form-data; boundary=${boundary}`,
  content: multipart(parts, boundary),
});

const FILE_NAMES = [
  'a.jpg',
  '../../a.jpg',
  'x'.repeat(500),
  'a\u0000.jpg',
  '\u202Egpj.php',
  '',
  'ä"b.jpg',
  '/etc/passwd',
  'CON',
];

function fieldsOf(schema: Schema): Schema {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] };
  const fields = Object.entries(properties).filter(([, { format }]) => format !== 'binary');
  return {
    ...schema,
    properties: Object.fromEntries(fields),
    required: required.filter((name) => name in Object.fromEntries(fields)),
  };
}

const partsOf = (fields: Record<string, unknown>): Part[] =>
  Object.entries(fields).map(([name, value]) => ({ name, content: String(value) }));

const fileField = (schema: Schema) =>
  Object.entries((schema.properties ?? {}) as Record<string, Schema>).find(
    ([, { format }]) => format === 'binary',
  )?.[0] ?? 'image';

const fieldValues = (schema: Schema, data: FuzzData) => {
  const fields = fieldsOf(schema);
  const isEmpty = Object.keys(fields.properties as object).length === 0;
  return isEmpty ? fc.constant<Record<string, unknown>>({}) : objectOf(fields, data.fields);
};

function formOf(schema: Schema, data: FuzzData): Arbitrary<Body> {
  const image = fc.constantFrom(...data.images);
  return fc
    .tuple(fieldValues(schema, data), image)
    .map(([fields, content]) =>
      form([...partsOf(fields), { name: fileField(schema), filename: 'harbour.jpg', type: 'image/jpeg', content }]),
    );
}

/** A form with one fault in a field, its file or its encoding. */
function invalidForm(schema: Schema, data: FuzzData): Arbitrary<Body> {
  const field = fileField(schema);
  const file = fc.record({
    name: fc.constantFrom(field, field, field, 'file', 'image[]', '__proto__', ''),
    filename: fc.constantFrom(...FILE_NAMES),
    type: fc.constantFrom('image/jpeg', 'text/html', 'image/svg+xml', ''),
    content: fc.constantFrom(...data.images, ...data.invalidFiles),
  });
  const names = Object.keys(fieldsOf(schema).properties as object);
  const oddPart = fc
    .tuple(fc.constantFrom(...names, 'unknown', '__proto__', 'constructor', 'a[b][c]', 'title[]', ''), oddText)
    .map(([name, content]): Part => ({ name, content }));
  const values = fieldValues(schema, data).map(partsOf);
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(values, file).map(([parts, one]) => form([...parts, one])) },
    { weight: 3, arbitrary: fc.tuple(values, oddPart, file).map(([parts, odd, one]) => form([...parts, odd, one])) },
    { weight: 1, arbitrary: values.map(form) },
    { weight: 1, arbitrary: fc.tuple(values, file, file).map(([parts, ...files]) => form([...parts, ...files])) },
    { weight: 1, arbitrary: fc.tuple(file, fc.nat(400)).map(([one, cut]) => truncatedForm([one], cut)) },
    { weight: 1, arbitrary: fc.array(oddPart, { minLength: 15, maxLength: 40 }).map(form) },
    { weight: 1, arbitrary: values.map((parts) => ({ ...form(parts), type: 'multipart/form-data; boundary=other' })) },
    { weight: 1, arbitrary: values.map((parts) => ({ ...form(parts), type: 'multipart/form-data' })) },
  );
}

function truncatedForm(parts: Part[], cut: number): Body {
  const { type, content = Buffer.alloc(0) } = form(parts);
  return { type, content: content.subarray(0, Math.max(0, content.length - cut)) };
}

interface Part {
  name: string;
  /** Undefined for a field. */
  filename?: string;
  type?: string;
  content: string | Buffer;
}

/** Encodes parts without escaping their names. */
function multipart(parts: Part[], boundary: string): Buffer {
  const encoded = parts.flatMap(({ name, filename, type, content }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(filename === undefined ? '' : `; filename="${filename}"`),
    Buffer.from(type === undefined ? '\r\n\r\n' : `\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.isBuffer(content) ? content : Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...encoded, Buffer.from(`--${boundary}--\r\n`)]);
}
