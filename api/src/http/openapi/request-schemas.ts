import { LIMITS, MAX_ID, PhotoFields } from '@portfolio/contracts';
import { getMetadataStorage, MAX, MIN } from 'class-validator';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import type { Schema } from './api-document.ts';
import { SCHEMAS } from './schemas.ts';

export type RequestClass = new () => object;

/**
 * JSON Schemas of the contracts' custom validation rules. The API counts graphemes, JSON Schema code points, which are
 * never fewer: the published `maxLength` is stricter than the API, the `minLength` weaker.
 */
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
};

/** Schema of a request: limits from its validation rules; descriptions, examples and null from the contract's source. */
export function requestSchema(request: RequestClass): Schema {
  const ruleSchema = targetConstructorToSchema(request, {
    classValidatorMetadataStorage: getMetadataStorage(),
    additionalConverters: RULE_SCHEMAS,
  });
  const typeSchema = SCHEMAS[request.name] ?? {};
  const typeProperties = (typeSchema.properties ?? {}) as Record<string, Schema>;
  const properties = Object.entries((ruleSchema.properties ?? {}) as Record<string, Schema>).map(
    ([name, rule]) => [name, mergeProperty(rule, typeProperties[name] ?? {})] as const,
  );
  const requiredInType = (typeSchema.required ?? []) as string[];
  return {
    type: 'object',
    ...(typeSchema.description !== undefined && { description: typeSchema.description }),
    properties: Object.fromEntries(properties),
    // A field is required if both its rules and its type require it.
    required: (ruleSchema.required ?? []).filter((name) => requiredInType.includes(name)),
    additionalProperties: false,
  };
}

/** A property by its validation rules; what they leave open comes from its type. */
function mergeProperty(rule: Schema, typeSchema: Schema): Schema {
  const { type, description, examples } = typeSchema;
  const isNullable = Array.isArray(type) && type.includes('null');
  // Min and Max give no type, IsObject no properties.
  const isOpen = rule.type === undefined || (rule.type === 'object' && rule.properties === undefined);
  const base = isOpen ? { ...typeSchema, ...rule } : rule;
  return {
    ...base,
    ...(isNullable && rule.type !== undefined && { type: [rule.type, 'null'] }),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };
}
