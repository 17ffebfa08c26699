/** A JSON Schema of the dialect that OpenAPI 3.1 uses. */
export interface Schema {
  [keyword: string]: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  encoding?: Record<string, { contentType: string }>;
}

export interface ApiResponse {
  description: string;
  headers?: object;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  /** By status. */
  responses: Record<string, ApiResponse>;
}

/** By path, then by lower-case method. */
export type Paths = Record<string, Record<string, Operation>>;

/** The parts of an OpenAPI 3.1 document that this API uses. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  tags: { name: string; description: string }[];
  paths: Paths;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { type: 'http'; scheme: string; bearerFormat: string; description: string }>;
  };
}
