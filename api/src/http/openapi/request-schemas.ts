import { getMetadataStorage, IS_ISO8601, MAX, MIN } from 'class-validator';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import type { Schema } from './api-document.ts';
import { DESCRIBED_SCHEMAS } from './schemas.ts';

export type RequestClass = new () => object;

/** The rules of the contracts' own. JSON Schema counts code points, of which a character has one or more. */
const OUR_RULES: NonNullable<Parameters<typeof targetConstructorToSchema>[1]>['additionalConverters'] = {
  isFilled: { type: 'string', minLength: 1 },
  isText: { type: 'string' },
  isTextOrNumber: { type: ['string', 'number'] },
  minCharacters: ({ constraints }) => ({ type: 'string', minLength: constraints[0] as number }),
  maxCharacters: ({ constraints }) => ({ type: 'string', maxLength: constraints[0] as number }),
  isMoney: { type: 'number', format: 'double' },
  // Without a type, since the rule beside them says whether the number is a whole one.
  [MIN]: ({ constraints }) => ({ minimum: constraints[0] as number }),
  [MAX]: ({ constraints }) => ({ maximum: constraints[0] as number }),
  [IS_ISO8601]: { type: 'string', format: 'date-time' },
};

/**
 * The schema of a request: its limits from the very rules that validate it, descriptions, examples and where null is
 * meant from the contract's source.
 */
export function requestSchema(request: RequestClass): Schema {
  const rules = targetConstructorToSchema(request, {
    classValidatorMetadataStorage: getMetadataStorage(),
    additionalConverters: OUR_RULES,
  });
  const told = DESCRIBED_SCHEMAS[request.name] ?? {};
  const toldOf = (told.properties ?? {}) as Record<string, Schema>;
  const properties = Object.entries((rules.properties ?? {}) as Record<string, Schema>).map(
    ([name, rule]) => [name, property(rule, toldOf[name] ?? {})] as const,
  );
  const required = [rules.required ?? [], (told.required ?? []) as string[]];
  return {
    type: 'object',
    ...(told.description !== undefined && { description: told.description }),
    ...(told.examples !== undefined && { examples: told.examples }),
    properties: Object.fromEntries(properties),
    required: required[0]!.filter((name) => required[1]!.includes(name)),
    additionalProperties: false,
  };
}

function property(rule: Schema, told: Schema): Schema {
  const { type, description, examples } = told;
  const isNullable = Array.isArray(type) && type.includes('null');
  // An object's rules say only that it is one.
  const base = rule.type === 'object' && rule.properties === undefined ? { ...told, ...rule } : { ...rule };
  return {
    ...base,
    ...(isNullable && { type: [base.type, 'null'] }),
    ...(isNullable && Array.isArray(base.enum) && { enum: [...(base.enum as unknown[]), null] }),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };
}
