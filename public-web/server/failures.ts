import type { ErrorView } from '@portfolio/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import type { BuiltSite } from './built-site.ts';
import { securityHeaders } from './security.ts';

const MALFORMED: ErrorView = {
  statusCode: 400,
  message: 'The request could not be read',
  code: 'request.malformed',
};
const FAILED: ErrorView = { statusCode: 500, message: 'Something went wrong', code: 'server.failed' };

/**
 * Answers a request that cannot be answered otherwise: with the failure page, and in the API's form below /api.
 *
 * It uses nothing that plugins bring along, for an address that cannot be read gets here before any of them.
 */
export async function answerFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  site: BuiltSite,
): Promise<FastifyReply> {
  const status = error.statusCode && error.statusCode >= 400 ? error.statusCode : 500;
  if (status >= 500) request.log.error(error, 'a request failed');
  reply.code(status).headers({ ...securityHeaders(), 'cache-control': 'no-cache' });

  if (request.url.startsWith('/api/')) {
    return reply.send({ ...(status < 500 ? MALFORMED : FAILED), statusCode: status });
  }
  const page = await site.renderFailure(status, site.assets);
  return reply.type('text/html; charset=utf-8').send(page.pipe(new PassThrough()));
}
