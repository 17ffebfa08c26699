import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends the streams of events that are passed on, which would never end by themselves; readers come back at once. */
    endStreams(): void;
  }
}

/** Has to be there before the routes that pass streams on. */
export function followEventStreams(server: FastifyInstance): void {
  const streams = new Map<FastifyReply, Readable>();
  server.decorate('endStreams', () => {
    for (const [{ raw }, stream] of streams) {
      // Ended and not cut, so that nobody on the way takes it for a fault.
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
