import { MAX_ID, type ErrorCode } from '@portfolio/contracts';
import type { ApiResponse, Operation, Parameter, Schema } from './api-document.ts';
import { errorResponses } from './error-responses.ts';
import { UPLOAD_FIELDS, type UploadField } from '../file-upload.interceptor.ts';
import { requestSchema } from './request-schemas.ts';
import type { Route } from './routes.ts';
import { exampleOf, refersTo, ROUTE_COMMENTS, SCHEMAS, type RouteComment } from './schemas.ts';
import { ETAG, SPECIAL_RESPONSES } from './special-responses.ts';

/** Errors of every route that reads a body, also where it has no fields. */
const BODY_ERRORS: ErrorCode[] = ['request.malformed', 'request.too-large', 'request.too-slow'];
const UPLOAD_ERRORS: Record<UploadField, ErrorCode[]> = {
  image: ['image.missing', 'image.too-large', 'image.unsupported', 'image.damaged', 'storage.full'],
  part: ['import.part-missing', 'import.unsupported', 'storage.full'],
};

const FORM_FIELDS =
  'An empty number or switch counts as not given, an empty text as given. A switch is on with `true`, `on` or `1`, and off with `false` or `0`.';

/** Header of conditional saves (decision 60). */
const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the state that the change starts from. The response is 412 when it has changed since.',
  schema: { type: 'string' },
  example: '*',
};

export function operationOf(route: Route): Operation {
  const comment = ROUTE_COMMENTS[route.name];
  if (!comment) throw new Error(`${route.name} has no comment: run npm run openapi -w api`);
  const { tag, summary, description } = comment;
  const isConditional = route.errors.includes('request.outdated');
  const parameters = [...pathParameters(route), ...queryParameters(route), ...(isConditional ? [IF_MATCH] : [])];
  const requestBody = bodyOf(route);
  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    ...(description && { description }),
    security: { open: [], optional: [{}, { bearer: [] }], administrator: [{ bearer: [] }] }[route.access],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...errorResponses(errorsOf(route), faultsOf(route)), ...responsesOf(route, comment) },
  };
}

/** `galleries.create` for GalleriesController.create, and `galleries.list` for PublicGalleriesController.list. */
function operationId({ name }: Route): string {
  const [, first = '', rest = ''] = /^(?:Public)?(.)(.*)$/.exec(name.replace('Controller', '')) ?? [];
  return first.toLowerCase() + rest;
}

function errorsOf({ access, method, pathParameters, query, body, uploadField, errors }: Route): ErrorCode[] {
  return [
    'service.unavailable',
    'server.failed',
    'request.headers-too-large',
    // Routes without a body refuse a multipart one by its type.
    'request.unsupported-type',
    ...(access === 'open' ? [] : (['auth.required'] as const)),
    ...(pathParameters.length > 0 ? (['route.not-found', 'request.malformed'] as const) : []),
    ...pathParameters.flatMap(({ notFound }) => notFound ?? []),
    ...(query || body ? (['request.invalid'] as const) : []),
    ...(method === 'get' ? [] : BODY_ERRORS),
    ...(uploadField ? UPLOAD_ERRORS[uploadField] : []),
    ...errors,
  ];
}

/** Messages about invalid query fields; unknown ones are ignored. */
const QUERY_FAULTS: Record<string, string> = {
  limit: 'limit must be a whole number',
  embed: 'embed must be base64',
  publish: 'publish must be true or false',
  page: 'page must be a path',
  from: 'from must be a day such as 2026-03-14',
};

/** Example of an invalid field. */
function faultsOf({ query, body }: Route): Record<string, string> {
  if (body || !query) return { surprise: 'surprise is not a known field' };
  const fields = Object.keys(requestSchema(query).properties as object);
  const field = Object.keys(QUERY_FAULTS).find((name) => fields.includes(name));
  if (!field) throw new Error(`${query.name} has no example of an invalid field`);
  return { [field]: QUERY_FAULTS[field]! };
}

function responsesOf({ name, status }: Route, { returns, isVersioned }: RouteComment): Record<string, ApiResponse> {
  const special = SPECIAL_RESPONSES[name];
  if (special) return special;
  const view = SCHEMAS[returns];
  if (!view) throw new Error(`${name} returns ${returns}, which is no type of the contracts`);
  const schema = refersTo(returns);
  return {
    [status]: {
      description: typeof view.description === 'string' ? view.description : 'Success.',
      ...(isVersioned && { headers: ETAG }),
      content: { 'application/json': { schema, example: exampleOf(schema, SCHEMAS) } },
    },
  };
}

function pathParameters({ pathParameters }: Route): Parameter[] {
  return pathParameters.map(({ name, meaning = name, notFound }) => ({
    name,
    in: 'path',
    required: true,
    ...(name !== meaning && { description: `Here: ${meaning}.` }),
    ...(notFound
      ? { schema: { type: 'integer', minimum: 1, maximum: MAX_ID }, example: 1 }
      : { schema: { type: 'string' }, example: PATH_EXAMPLES[meaning] }),
  }));
}

/** Examples of path parameters other than row ids. */
const PATH_EXAMPLES: Record<string, string> = {
  slug: 'slack-water',
  tag: 'low tide',
  version: '3f9a61c2e07b',
  file: '640.webp',
  id: '9f1c7a40-5d3e-4b8e-8a7b-3f2a1c6d0e55',
};

function queryParameters({ query, queryParameters }: Route): Parameter[] {
  const { properties, required = [] } = query ? requestSchema(query) : { properties: {} };
  return [
    ...queryParameters.map((name): Parameter => ({
      name,
      in: 'query',
      required: false,
      schema: { type: 'string' },
      example: 'text',
    })),
    ...Object.entries(properties as Record<string, Schema>).map(([name, { description, ...schema }]): Parameter => ({
      name,
      in: 'query',
      required: (required as string[]).includes(name),
      ...(typeof description === 'string' && { description }),
      schema,
      example: exampleOf(schema, SCHEMAS),
    })),
  ];
}

function bodyOf({ body, uploadField }: Route): Operation['requestBody'] {
  if (uploadField) {
    const fields = body ? requestSchema(body) : { properties: {}, required: [] };
    const { description, types } = UPLOAD_FIELDS[uploadField];
    const file = { type: 'string', format: 'binary', description };
    const schema: Schema = {
      ...fields,
      description: FORM_FIELDS,
      type: 'object',
      properties: { ...(fields.properties as object), [uploadField]: file },
      required: [...(fields.required as string[]), uploadField],
      additionalProperties: false,
    };
    const encoding = { [uploadField]: { contentType: types } };
    return { required: true, content: { 'multipart/form-data': { schema, encoding } } };
  }
  if (!body) return undefined;
  const schema = requestSchema(body);
  return {
    required: (schema.required as string[]).length > 0,
    content: { 'application/json': { schema: refersTo(body.name), example: exampleOf(schema, SCHEMAS) } },
  };
}
