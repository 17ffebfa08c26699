import type { INestApplication } from '@nestjs/common';
import type { ApiDocument, Paths } from './api-document.ts';
import { errorResponses } from './error-responses.ts';
import { operationOf } from './operations.ts';
import { requestSchema } from './request-schemas.ts';
import { routesOf, sharePaths } from './routes.ts';
import { reachableFrom, SCHEMAS } from './schemas.ts';

export const API_TITLE = 'Portfolio API';

const DESCRIPTION = `Galleries, photographs, comments and news of one artist, and the back office.

Every failure returns an ErrorView: \`message\` is a text for people, \`code\` is for programs, and \`errors\` names the
invalid fields. Unknown fields of a body are refused, those of a query are ignored, and an empty value in a query counts
as not given. Lengths are counted in characters as a person sees them. Text with a NUL is refused. Lists page by \`limit\`
and \`cursor\`: pass \`next_cursor\` of the page before, until it is null.`;

/** Folders of api/src and `docs`, in the order of the page. */
const TAGS = {
  galleries: 'Photos in an order of their own, each gallery at an address of its own.',
  access: 'Passwords of private galleries, and preview links.',
  photos: 'The photographs: upload, change and search.',
  comments: 'Comments of visitors on a photo, and their moderation.',
  news: 'The card on the home page.',
  messages: 'Messages of visitors to the artist.',
  settings: 'Appearance and texts of the site, and the rights written into its pictures.',
  sitemap: 'Addresses of all public galleries and photos, for search engines.',
  auth: 'Sign-in, sessions and the account of the administrator.',
  dashboard: 'The first page of the back office.',
  views: 'Numbers of views and visitors, without cookies.',
  queue: 'Waiting and failed jobs of the worker.',
  trash: 'Deleted items of the last 30 days.',
  exports: 'An archive of the whole site, as a backup makes it.',
  imports: 'A new site from the archive of another one.',
  events: 'Server-sent events about changes of the site.',
  media: 'The image files. They are not under /api.',
  logs: 'Errors in the browsers of visitors.',
  health: 'Whether the site works.',
  docs: 'This description.',
};

/** Describes every route from its decorators, its return type and its doc comment. */
export function describeApi(app: INestApplication): ApiDocument {
  const routes = sharePaths(routesOf(app));
  const paths: Paths = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operationOf(route);
  Object.assign(paths, DOCS_PATHS);
  const requests = routes.flatMap(({ body, uploadField }) => (body && !uploadField ? [body] : []));
  const schemas = {
    ...SCHEMAS,
    ...Object.fromEntries(requests.map((request) => [request.name, requestSchema(request)])),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: API_TITLE,
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: reachableFrom(paths, schemas),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `token` that POST /api/auth/login returns.',
        },
      },
    },
  };
}

const docsOperation = (name: string, summary: string, type: string, schema: object, description: string) => ({
  get: {
    operationId: `docs.${name}`,
    tags: ['docs'],
    summary,
    security: [],
    responses: {
      ...errorResponses(['server.failed', 'request.headers-too-large', 'request.unsupported-type']),
      200: { description, content: { [type]: { schema: { ...schema } } } },
    },
  },
});

/** The two routes that Swagger adds without a controller. */
const DOCS_PATHS: Paths = {
  '/api/docs': docsOperation('page', 'Shows this description.', 'text/html', { type: 'string' }, 'A page to read.'),
  '/api/docs-json': docsOperation(
    'document',
    'Answers this description.',
    'application/json',
    { type: 'object', required: ['openapi', 'paths'], properties: { openapi: { const: '3.1.0' } } },
    'An OpenAPI 3.1 document.',
  ),
};
