import type { INestApplication } from '@nestjs/common';
import type { ApiDocument, Operation } from './api-document.ts';
import { docsOperations } from './docs-operations.ts';
import { operationOf } from './operations.ts';
import { requestSchema } from './request-schemas.ts';
import { routesOf } from './routes.ts';
import { DESCRIBED_SCHEMAS, reachableFrom } from './schemas.ts';
import { sharePaths } from './shared-paths.ts';
import { TAGS } from './tags.ts';

export const API_TITLE = 'Portfolio API';

const DESCRIPTION = `Galleries, photographs, comments and news of one artist, and the back office behind them.

Every failure answers an ErrorView: \`message\` is fit to show to a person, \`code\` is for programs, and \`errors\` names the
faulty fields. Unknown fields of a body are refused, those of a query are ignored, and an empty value in a query counts as
not given. Lengths are counted in characters as a person sees them. Text with a NUL is refused. Lists page by \`limit\` and \`cursor\`: pass \`next_cursor\` of the page before, until it is null.`;

/** Describes every route, from the decorators that make it: nothing is said twice. */
export function describeApi(app: INestApplication): ApiDocument {
  const routes = sharePaths(routesOf(app));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operationOf(route);
  Object.assign(paths, docsOperations());
  const requests = routes.flatMap(({ body, uploadField }) => (body && !uploadField ? [body] : []));
  const schemas = {
    ...DESCRIBED_SCHEMAS,
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
          description: 'The `token` that POST /api/auth/login answers.',
        },
      },
    },
  };
}
