import { readFileSync } from 'node:fs';
import type { Schema } from './api-document.ts';

/** Source of a controller method: doc comment and return type. */
export interface RouteComment {
  /** Folder of the feature. */
  tag: string;
  /** First sentence of the doc comment; empty without one. */
  summary: string;
  /** Other sentences of the doc comment. */
  description: string;
  /** Type of the response. */
  returns: string;
  /** Whether the response has an `ETag`. */
  isVersioned: boolean;
}

const generated: unknown = JSON.parse(readFileSync(new URL('./openapi.generated.json', import.meta.url), 'utf8'));

/** Schemas of the contracts' types, and comments by names such as `GalleriesController.create`. */
export const { schemas: SCHEMAS, routes: ROUTE_COMMENTS } = generated as {
  schemas: Record<string, Schema>;
  routes: Record<string, RouteComment>;
};

const REFERENCE = '#/components/schemas/';

export const refersTo = (name: string): Schema => ({ $ref: REFERENCE + name });

/** Follows a reference to its schema. */
export function resolve(schema: Schema, schemas: Record<string, Schema>): Schema {
  const { $ref, ...rest } = schema;
  if (typeof $ref !== 'string') return schema;
  return { ...resolve(schemas[$ref.slice(REFERENCE.length)] ?? {}, schemas), ...rest };
}

/** Example of the schema, or else built from its parts. */
export function exampleOf(given: Schema, schemas: Record<string, Schema>): unknown {
  const schema = resolve(given, schemas);
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  for (const choice of ['anyOf', 'oneOf'] as const) {
    if (Array.isArray(schema[choice])) return exampleOf(schema[choice][0] as Schema, schemas);
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    return Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property, schemas)]));
  }
  if (type === 'array') return [exampleOf((schema.items ?? {}) as Schema, schemas)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return { boolean: true, string: 'text' }[String(type)] ?? null;
}

/** Schemas that a part of the document references, directly or through others. */
export function reachableFrom(part: unknown, schemas: Record<string, Schema>): Record<string, Schema> {
  const names = new Set<string>();
  const visit = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    for (const [key, value] of Object.entries(inner)) {
      if (key !== '$ref' || typeof value !== 'string') visit(value);
      else if (!names.has(value.slice(REFERENCE.length))) {
        names.add(value.slice(REFERENCE.length));
        visit(schemas[value.slice(REFERENCE.length)]);
      }
    }
  };
  visit(part);
  return Object.fromEntries([...names].sort().map((name) => [name, schemas[name] ?? {}]));
}
