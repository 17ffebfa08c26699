import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

/** A JSON Schema, as far as this program needs to know one. */
export interface Schema {
  [keyword: string]: unknown;
}

const CONTRACTS = fileURLToPath(new URL('../../libs/contracts/', import.meta.url));

/** Types that the contracts' own rules are made with, and that no request or answer holds. */
const TOOLS = /^(Validation|Is[A-Z]|M(ax|in)Characters|[a-z])/;

/** The schema of every type that the contracts export, in the words of OpenAPI 3.1; doc comments are descriptions. */
export function contractSchemas(): Record<string, Schema> {
  const { definitions = {} } = createGenerator({
    path: `${CONTRACTS}src/*.ts`,
    tsconfig: `${CONTRACTS}tsconfig.json`,
    expose: 'export',
    topRef: true,
    jsDoc: 'extended',
    functions: 'hide',
    additionalProperties: false,
    // The contracts' own type check has done it.
    skipTypeCheck: true,
  }).createSchema('*');
  const named = Object.entries(definitions)
    .filter(([name]) => !TOOLS.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.map(([name, schema]) => [name, inOurWords(schema) as Schema]));
}

/**
 * References point into an OpenAPI document. And a number is a whole one, as ids, counts and pixels are, unless the
 * contract says `@format double`: TypeScript cannot tell the two apart.
 */
function inOurWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOurWords);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, type, ...rest } = value as Schema;
  const isWhole = (type === 'number' || (Array.isArray(type) && type.includes('number'))) && rest.format !== 'double';
  const whole = (name: unknown) => (name === 'number' ? 'integer' : name);
  return {
    ...(typeof $ref === 'string' && { $ref: $ref.replace('#/definitions/', '#/components/schemas/') }),
    ...(type !== undefined && { type: !isWhole ? type : Array.isArray(type) ? type.map(whole) : whole(type) }),
    ...Object.fromEntries(
      Object.entries(rest).map(([keyword, inner]) => [
        keyword,
        keyword === 'properties'
          ? Object.fromEntries(Object.entries(inner as Schema).map(([name, schema]) => [name, inOurWords(schema)]))
          : keyword === 'examples'
            ? inner
            : inOurWords(inner),
      ]),
    ),
  };
}
