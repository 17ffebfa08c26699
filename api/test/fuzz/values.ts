import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../src/http/openapi/api-document.ts';

/** Values of existing rows, by field name. */
export type Pools = Record<string, unknown[]>;

/** Texts that validation should reject, or that often break code. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u00a0\u2003',
  'a\u0000b',
  '\ud800',
  'x\udfff\ud83d',
  '\u202Egnp.exe',
  'Z\u0351\u036B\u0343\u036A'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(60),
  'İıſß\u1e9e',
  '../../../../etc/passwd',
  "'; drop table photos; --",
  '%_\\',
  '{{7*7}}${7*7}<%= 7 %>',
  '<script>alert(1)</script>',
  'a@b.c\r\nBcc: d@e.f',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '0x10',
  '1e3',
  '+1',
  '-0',
  '１２',
  'x'.repeat(256),
  'x'.repeat(5001),
];

const ODD_NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  0.1 + 0.2,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  1e-320,
  99_999_999.995,
];

const ODD_OBJECTS: unknown[] = [
  {},
  [],
  [[]],
  { length: 3 },
  { toString: 1 },
  { $ne: null },
  { id: 1 },
  [1, 1],
  [null],
  [{}],
];

export const oddText: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

/** Any JSON, mostly invalid for a field. */
export const oddValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, 'true', 'false') },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...ODD_OBJECTS) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 2000 }).map(nested) },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** Valid values, mostly of existing rows. */
export function valueOf(name: string, schema: Schema, pools: Pools): Arbitrary<unknown> {
  const pool = schema.type === 'array' ? undefined : pools[name];
  const generated = generate(name, schema, pools);
  const choices = [
    { weight: pool?.length ? 1 : 6, arbitrary: generated },
    ...(pool?.length ? [{ weight: 6, arbitrary: fc.constantFrom(...pool) }] : []),
    ...(Array.isArray(schema.examples)
      ? [{ weight: 2, arbitrary: fc.constantFrom(...(schema.examples as unknown[])) }]
      : []),
    ...(Array.isArray(schema.type) && schema.type.includes('null')
      ? [{ weight: 1, arbitrary: fc.constant(null) }]
      : []),
  ];
  return fc.oneof(...choices);
}

function generate(name: string, schema: Schema, pools: Pools): Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if ('const' in schema) return fc.constant(schema.const);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const minimum = Number(schema.minimum ?? 0);
  const maximum = Number(schema.maximum ?? 1000);
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (type === 'number') return fc.integer({ min: minimum, max: Math.min(maximum, 1e6) }).map((cents) => cents / 100);
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') {
    const items = valueOf(name, (schema.items ?? {}) as Schema, pools);
    return fc.uniqueArray(items, { minLength: Number(schema.minItems ?? 0), maxLength: 5 });
  }
  if (type === 'object') return objectOf(schema, pools);
  return textOf(schema);
}

const anyObject = fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), fc.jsonValue({ maxDepth: 1 }));

/** Object with all required and some optional properties. */
export function objectOf(schema: Schema, pools: Pools): Arbitrary<Record<string, unknown>> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0) return anyObject;
  return fc.record(Object.fromEntries(properties.map(([name, property]) => [name, valueOf(name, property, pools)])), {
    requiredKeys: ((schema.required ?? []) as string[]).filter((name) => properties.some(([own]) => own === name)),
  });
}

const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);

/** By schema: creating them for each request took a third of a run. */
const texts = new WeakMap<Schema, Arbitrary<string>>();

function textOf(schema: Schema): Arbitrary<string> {
  const text = texts.get(schema) ?? createText(schema);
  texts.set(schema, text);
  return text;
}

function createText({ pattern, minLength, maxLength, format, examples }: Schema): Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
  const limits = { minLength: Number(minLength ?? 0), maxLength: Math.min(Number(maxLength ?? 60), 60) };
  // Generating from the patterns of the contracts is too slow: examples with a prefix or suffix instead.
  if (typeof pattern === 'string') {
    const known = (Array.isArray(examples) ? examples : ['https://example.com']) as string[];
    const fits = (text: string) => new RegExp(pattern, 'u').test(text);
    return fc
      .tuple(word, fc.constantFrom(...known))
      .map(([before, one]) => [before + one, one + before, one].find(fits) ?? before);
  }
  const full = fc.constant('é'.repeat(Number(maxLength ?? 60)));
  return fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'grapheme', ...limits }) },
    { weight: 1, arbitrary: full },
    { weight: 1, arbitrary: oddText },
  );
}
