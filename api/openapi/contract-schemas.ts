import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';
import type { Schema } from '../src/http/openapi/api-document.ts';

const CONTRACTS = fileURLToPath(new URL('../../libs/contracts/', import.meta.url));

/** Definition that the generator adds for the functions it hides. */
const HIDDEN_FUNCTION = 'def-never';

/** OpenAPI 3.1 schemas of the types that the contracts export, with doc comments as descriptions. */
export function contractSchemas(): Record<string, Schema> {
  const { definitions = {} } = createGenerator({
    path: `${CONTRACTS}src/*.ts`,
    tsconfig: `${CONTRACTS}tsconfig.json`,
    expose: 'export',
    topRef: true,
    jsDoc: 'extended',
    functions: 'hide',
    additionalProperties: false,
    // Nx type-checks the contracts themselves.
    skipTypeCheck: true,
  }).createSchema('*');
  const named = Object.entries(definitions)
    .filter(([name]) => name !== HIDDEN_FUNCTION)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.map(([name, schema]) => [name, toOpenApi(schema) as Schema]));
}

/**
 * Points references into the OpenAPI document and turns numbers into integers. TypeScript has one type for both, so
 * other numbers are marked with `@format double`.
 */
function toOpenApi(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOpenApi);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, type, ...rest } = value as Schema;
  const toInteger = (name: unknown) => (name === 'number' && rest.format !== 'double' ? 'integer' : name);
  return {
    ...(typeof $ref === 'string' && { $ref: $ref.replace('#/definitions/', '#/components/schemas/') }),
    ...(type !== undefined && { type: Array.isArray(type) ? type.map(toInteger) : toInteger(type) }),
    ...Object.fromEntries(
      Object.entries(rest).map(([keyword, inner]) => [
        keyword,
        keyword === 'properties'
          ? Object.fromEntries(Object.entries(inner as Schema).map(([name, schema]) => [name, toOpenApi(schema)]))
          : keyword === 'examples'
            ? inner
            : toOpenApi(inner),
      ]),
    ),
  };
}
