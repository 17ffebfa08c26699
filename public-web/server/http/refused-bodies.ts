import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import type { ErrorView } from '@portfolio/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_BODY_BYTES, type BodyReader } from './body-reader.ts';
import { RETRY_AFTER, viewOf } from './failures.ts';

/** Bytes, and milliseconds, for which the rest of a refused body is discarded. */
const MAX_DRAINED = 32 * 1024 * 1024;
const DRAIN_TIMEOUT_MS = 5_000;

const isUpload = ({ mediaType }: FastifyRequest) => mediaType === 'multipart/form-data';

const hasBody = ({ headers }: FastifyRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * Buffers bodies before they are proxied, so that a slow client holds no connection to the API. Too large ones are refused
 * here, since the API would close its connection while this server still writes. Uploads stream through, from their first
 * byte on.
 */
export function bufferBodies(server: FastifyInstance, bodies: BodyReader): void {
  server.addHook('onRequest', async (request, reply) => {
    if (isUpload(request) || !(Number(request.headers['content-length']) > MAX_BODY_BYTES)) return undefined;
    return refuse(request, reply, viewOf(413));
  });
  server.addHook('preParsing', async (request, reply, payload) => {
    if (!hasBody(request)) return payload;
    const body = isUpload(request)
      ? ((await bodies.waitForStart(request, payload)) ?? forward(request.raw))
      : await bodies.read(request, payload);
    if (body instanceof Readable) return body;
    // The reply resolves to undefined once it is sent.
    return Buffer.isBuffer(body) ? Readable.from([body]) : (refuse(request, reply, body) as unknown as undefined);
  });
}

/** The body of an upload. When the proxy closes it, as the API has responded early, `drain` discards the rest. */
function forward(raw: IncomingMessage): Readable {
  // Without a listener, the error of an upload that still waits for a slot would end the process.
  const body = new PassThrough().on('error', () => undefined);
  raw.once('close', () => raw.readableEnded || body.destroy(new Error('The client closed the connection')));
  return raw.pipe(body).once('close', () => void drain(raw).then(() => raw.complete || raw.destroy()));
}

/**
 * Refuses a request that can't be proxied. The rest of its body is discarded: on a reset connection the client would miss
 * the response, and on a kept-alive one the next request would hang.
 */
export function refuse(request: FastifyRequest, reply: FastifyReply, view: ErrorView): FastifyReply {
  reply.code(view.statusCode).header('cache-control', 'no-store');
  if (view.statusCode === 429 || view.statusCode === 503) reply.header('retry-after', RETRY_AFTER);
  if (request.raw.complete) return reply.send(view);

  const text = JSON.stringify(view);
  reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(text) });
  return reply.type('application/json; charset=utf-8').send(Readable.from(sendAndDrain(text, request.raw)));
}

/** Yields the response, then discards the rest of the body. */
async function* sendAndDrain(text: string, raw: IncomingMessage): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
  await drain(raw);
}

/** Discards the rest of a body until its end or a limit. */
async function drain(raw: IncomingMessage): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  await new Promise<void>((resolve) => {
    let left = MAX_DRAINED;
    const timer = setTimeout(resolve, DRAIN_TIMEOUT_MS).unref();
    raw.unpipe();
    raw.on('error', () => resolve());
    raw.once('end', resolve).once('close', () => (clearTimeout(timer), resolve()));
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve();
    });
    raw.resume();
  });
}
