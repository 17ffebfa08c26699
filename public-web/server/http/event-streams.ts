import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends proxied event streams, which never end by themselves. Clients reconnect at once. */
    endStreams(): void;
  }
}

/** Tracks proxied event streams. Call it before the proxies are registered. */
export function trackEventStreams(server: FastifyInstance): void {
  const streams = new Map<FastifyReply, Readable>();
  server.decorate('endStreams', () => {
    for (const [{ raw }, stream] of streams) {
      // A clean end: gateways would report a cut connection as an error.
      stream.unpipe(raw);
      raw.end();
      stream.destroy();
    }
  });
  server.addHook('onSend', async (_request, reply, payload: unknown) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream') || !isStream(payload)) return;
    streams.set(reply, payload);
    reply.raw.once('close', () => streams.delete(reply));
  });
}

const isStream = (payload: unknown): payload is Readable =>
  payload instanceof Object && 'unpipe' in payload && typeof payload.unpipe === 'function';
