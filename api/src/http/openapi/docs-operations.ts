import type { Operation } from './api-document.ts';
import { errorResponses } from './error-responses.ts';

/** The routes of the description itself, which Swagger makes and no controller. */
export function docsOperations(): Record<string, Record<string, Operation>> {
  const operation = (name: string, summary: string, type: string, schema: object, description: string) => ({
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
  return {
    '/api/docs': operation('page', 'Shows this description.', 'text/html', { type: 'string' }, 'A page to read.'),
    '/api/docs-json': operation(
      'document',
      'Answers this description.',
      'application/json',
      { type: 'object', required: ['openapi', 'paths'], properties: { openapi: { const: '3.1.0' } } },
      'An OpenAPI 3.1 document.',
    ),
  };
}
