import { MAX_ID, type ErrorCode } from '@portfolio/contracts';
import type { Answer, Operation, Parameter, Schema } from './api-document.ts';
import { ROUTES } from './described.ts';
import { errorResponses } from './error-responses.ts';
import { OTHER_RESPONSES, TAGGED } from './other-responses.ts';
import { requestSchema } from './request-schemas.ts';
import type { Route } from './routes.ts';
import { DESCRIBED_SCHEMAS, exampleOf, refersTo } from './schemas.ts';

/** Faults of a body that any route reads, even one that has no use for it. */
const BODY_ERRORS: ErrorCode[] = ['request.malformed', 'request.too-large', 'request.too-slow'];
const UPLOAD_ERRORS: ErrorCode[] = ['image.missing', 'image.too-large', 'image.unsupported', 'image.damaged'];

const FORM_FIELDS =
  'An empty field counts as not given. A switch is on with `true`, `on` or `1`, and off with `false` or `0`.';

/** Where a change may be made from an older version than there is. */
const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of what the change was made from. Answered is 412 where something else is there by now.',
  schema: { type: 'string' },
  example: '*',
};

interface Comment {
  tag: string;
  summary: string;
  description: string;
  isVersioned?: boolean;
}

const COMMENTS: Record<string, Comment> = ROUTES;

const NO_COMMENT: Comment = { tag: '', summary: '', description: '' };

export function operationOf(route: Route): Operation {
  const { tag, summary, description, isVersioned = false } = COMMENTS[route.name] ?? NO_COMMENT;
  const isConditional = route.answers?.errors.includes('request.outdated') ?? false;
  const parameters = [...pathParameters(route), ...queryParameters(route), ...(isConditional ? [IF_MATCH] : [])];
  const requestBody = bodyOf(route);
  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    ...(description && { description }),
    security: { open: [], either: [{}, { bearer: [] }], administrator: [{ bearer: [] }] }[route.access],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...errorResponses(errorsOf(route), faultsOf(route)), ...answersOf(route, isVersioned) },
  };
}

/** `galleries.create` for GalleriesController.create, and `galleries.list` for PublicGalleriesController.list. */
function operationId({ name }: Route): string {
  const [, first = '', rest = ''] = /^(?:Public)?(.)(.*)$/.exec(name.replace('Controller', '')) ?? [];
  return first.toLowerCase() + rest;
}

function errorsOf({ access, method, pathParameters, query, body, uploadField, answers }: Route): ErrorCode[] {
  return [
    'service.unavailable',
    'server.failed',
    'request.headers-too-large',
    // Also where no body is read: a form with files is refused by its type alone.
    'request.unsupported-type',
    ...(access === 'open' ? [] : (['auth.required'] as const)),
    ...(pathParameters.length > 0 ? (['route.not-found', 'request.malformed'] as const) : []),
    ...pathParameters.flatMap(({ notFound }) => notFound ?? []),
    ...(query || body ? (['request.invalid'] as const) : []),
    ...(method === 'get' ? [] : BODY_ERRORS),
    ...(uploadField ? UPLOAD_ERRORS : []),
    ...(answers?.errors ?? []),
  ];
}

/** A fault that the request may have, whatever its fields are. */
function faultsOf({ query, body }: Route): Record<string, string> {
  if (body) return { surprise: 'surprise is not a known field' };
  const fields = Object.keys(query ? (requestSchema(query).properties as object) : {});
  return fields.includes('limit') ? { limit: 'limit must be a whole number' } : { embed: 'embed must be base64' };
}

function answersOf({ status, answers }: Route, isVersioned: boolean): Record<string, Answer> {
  if (!answers) return {};
  const others: Record<string, Record<number, Answer>> = OTHER_RESPONSES;
  return (
    others[answers.answer] ?? {
      [status]: { ...viewAnswer(answers.answer), ...(isVersioned && { headers: TAGGED }) },
    }
  );
}

/** The answer of a call that went well. */
function viewAnswer(name: string): Answer {
  const schema = refersTo(name);
  const described = DESCRIBED_SCHEMAS[name]?.description;
  return {
    description: typeof described === 'string' ? described : 'It is done.',
    content: { 'application/json': { schema, example: exampleOf(schema, DESCRIBED_SCHEMAS) } },
  };
}

function pathParameters({ pathParameters }: Route): Parameter[] {
  return pathParameters.map(({ name, means = name, notFound }) => ({
    name,
    in: 'path',
    required: true,
    ...(name !== means && { description: `Here: ${means}.` }),
    ...(notFound
      ? { schema: { type: 'integer', minimum: 1, maximum: MAX_ID }, example: 1 }
      : { schema: { type: 'string' }, example: PATH_EXAMPLES[means] }),
  }));
}

/** Of the parts of a path that are no ids of rows. */
const PATH_EXAMPLES: Record<string, string> = {
  slug: 'slack-water',
  version: '3f9a61c2e07b',
  file: '640.webp',
  id: '9f1c7a40-5d3e-4b8e-8a7b-3f2a1c6d0e55',
};

function queryParameters({ query, queryParameters }: Route): Parameter[] {
  const properties = query ? (requestSchema(query).properties as Record<string, Schema>) : {};
  return [
    ...queryParameters.map((name): Parameter => ({
      name,
      in: 'query',
      required: false,
      schema: { type: 'string' },
      example: 'text',
    })),
    ...Object.entries(properties).map(([name, { description, ...schema }]): Parameter => ({
      name,
      in: 'query',
      required: false,
      ...(typeof description === 'string' && { description }),
      schema,
      example: exampleOf(schema, DESCRIBED_SCHEMAS),
    })),
  ];
}

function bodyOf({ body, uploadField }: Route): Operation['requestBody'] {
  if (uploadField) {
    const fields = body ? requestSchema(body) : { properties: {}, required: [] };
    const image = { type: 'string', format: 'binary', description: 'JPEG, PNG, GIF or WebP, judged by its content.' };
    const schema: Schema = {
      ...fields,
      description: FORM_FIELDS,
      type: 'object',
      properties: { ...(fields.properties as object), [uploadField]: image },
      required: [...(fields.required as string[]), uploadField],
      additionalProperties: false,
    };
    const encoding = { [uploadField]: { contentType: 'image/jpeg, image/png, image/gif, image/webp' } };
    return { required: true, content: { 'multipart/form-data': { schema, encoding } } };
  }
  if (!body) return undefined;
  const schema = requestSchema(body);
  return {
    required: (schema.required as string[]).length > 0,
    content: { 'application/json': { schema: refersTo(body.name), example: exampleOf(schema, DESCRIBED_SCHEMAS) } },
  };
}
