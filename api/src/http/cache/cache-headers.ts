import type { FastifyInstance } from 'fastify';

/**
 * Says of every JSON answer under /api that it depends on who asks, and unless its route says otherwise how it may be kept:
 * for the administrator not at all, for visitors with a question each time, since what is unpublished is gone at once.
 */
export function limitCaching(server: FastifyInstance): void {
  server.addHook('onSend', async ({ url, headers }, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || !url.startsWith('/api/')) return payload;
    reply.header('vary', [reply.getHeader('vary') ?? [], 'Authorization'].flat().join(', '));
    if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', headers.authorization === undefined ? 'no-cache' : 'no-store');
    }
    return payload;
  });
}
