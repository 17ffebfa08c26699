import { LIMITS, MAX_ID, PhotoFields } from '@portfolio/contracts';
import { getMetadataStorage, IS_ISO8601, MAX, MIN } from 'class-validator';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import type { Schema } from './api-document.ts';
import { SCHEMAS } from './schemas.ts';

export type RequestClass = new () => object;

/** Validation rules of the contracts. JSON Schema counts code points, of which a character has at least one. */
const RULE_SCHEMAS: NonNullable<Parameters<typeof targetConstructorToSchema>[1]>['additionalConverters'] = {
  isFilled: { type: 'string', minLength: 1 },
  isText: { type: 'string' },
  isTextOrNumber: { type: ['string', 'number'] },
  minCharacters: ({ constraints }) => ({ type: 'string', minLength: constraints[0] as number }),
  maxCharacters: ({ constraints }) => ({ type: 'string', maxLength: constraints[0] as number }),
  isInterlude: {
    type: 'object',
    properties: {
      before: { type: ['integer', 'null'], minimum: 1, maximum: MAX_ID },
      text: { type: ['string', 'null'], minLength: 1, maxLength: LIMITS.interludeText },
    },
    required: ['before', 'text'],
    additionalProperties: false,
  },
  isTag: { type: 'string', minLength: 1, maxLength: LIMITS.keyword },
  isPhotoFields: () => requestSchema(PhotoFields),
  isMoney: { type: 'number', format: 'double' },
  isDay: { type: 'string', format: 'date' },
  isTime: { type: 'string', format: 'date-time' },
  // The rule beside it says whether the number is an integer.
  [MIN]: ({ constraints }) => ({ minimum: constraints[0] as number }),
  [MAX]: ({ constraints }) => ({ maximum: constraints[0] as number }),
  [IS_ISO8601]: { type: 'string', format: 'date-time' },
};

/** Schema of a request: limits from its validation rules; descriptions, examples and null from the contract's source. */
export function requestSchema(request: RequestClass): Schema {
  const rules = targetConstructorToSchema(request, {
    classValidatorMetadataStorage: getMetadataStorage(),
    additionalConverters: RULE_SCHEMAS,
  });
  const source = SCHEMAS[request.name] ?? {};
  const sources = (source.properties ?? {}) as Record<string, Schema>;
  const properties = Object.entries((rules.properties ?? {}) as Record<string, Schema>).map(
    ([name, rule]) => [name, property(rule, sources[name] ?? {})] as const,
  );
  const requiredInSource = (source.required ?? []) as string[];
  return {
    type: 'object',
    ...(source.description !== undefined && { description: source.description }),
    ...(source.examples !== undefined && { examples: source.examples }),
    properties: Object.fromEntries(properties),
    required: (rules.required ?? []).filter((name) => requiredInSource.includes(name)),
    additionalProperties: false,
  };
}

function property(rule: Schema, source: Schema): Schema {
  const { type, description, examples } = source;
  const isNullable = Array.isArray(type) && type.includes('null');
  const base = rule.type === 'object' && rule.properties === undefined ? { ...source, ...rule } : { ...rule };
  return {
    ...base,
    ...(isNullable && { type: [base.type, 'null'] }),
    ...(isNullable && Array.isArray(base.enum) && { enum: [...(base.enum as unknown[]), null] }),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };
}
