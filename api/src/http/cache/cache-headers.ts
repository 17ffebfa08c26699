import type { FastifyInstance } from 'fastify';
import { hasGrants } from '../../access/gallery-grants.ts';

/**
 * Adds `Vary: Authorization` to JSON under /api and, unless the route has its own, `Cache-Control`: no-store for the
 * administrator and for visitors who have opened a gallery, no-cache for others, since unpublished photos are gone at once.
 */
export function addCacheHeaders(server: FastifyInstance): void {
  // Without a promise, which would cost each request 8 µs.
  server.addHook('onSend', ({ url, headers }, reply, payload, done) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (isJson && url.startsWith('/api/')) {
      reply.header('vary', [reply.getHeader('vary') ?? [], 'Authorization'].flat().join(', '));
      if (!reply.hasHeader('cache-control')) {
        const isPersonal = headers.authorization !== undefined || hasGrants(headers.cookie);
        reply.header('cache-control', isPersonal ? 'no-store' : 'no-cache');
      }
    }
    done(null, payload);
  });
}
