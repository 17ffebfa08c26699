import type { Readiness } from '@portfolio/lifecycle';
import type { FastifyInstance } from 'fastify';

/** Serves liveness and readiness on the public port, for gateways that reach no other. */
export function registerHealthRoutes(server: FastifyInstance, readiness: Readiness | undefined): void {
  server.get('/health', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  server.get('/health/ready', async (_request, reply) => {
    const isDraining = readiness?.isDraining === true;
    reply.code(isDraining ? 503 : 200).header('cache-control', 'no-store');
    return { status: isDraining ? 'draining' : 'ready' };
  });
}
