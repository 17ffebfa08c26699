import { Readable } from 'node:stream';
import type { ErrorView } from '@portfolio/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BODY_LIMIT, type BodyReader } from '../body-reader.ts';
import { RETRY_AFTER, viewOf } from './failures.ts';

/** Bytes, and milliseconds, for which a refused body is read and thrown away, so that its sender hears the answer. */
const DRAINED = 32 * 1024 * 1024;
const PATIENCE = 5_000;

const isUpload = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/form-data') ?? false;

const hasBody = ({ headers }: FastifyRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * Reads bodies before anything is done for their requests, so that a slow sender holds no connection to the API. Those
 * that the API would refuse are refused here: it closes its connection in the middle of them, and its answer is easily lost
 * while this server still writes. Uploads stream through, for the API reads them to their end.
 */
export function readBodiesFirst(server: FastifyInstance, bodies: BodyReader): void {
  server.addHook('onRequest', async (request, reply) => {
    if (isUpload(request) || !(Number(request.headers['content-length']) > BODY_LIMIT)) return undefined;
    return refuse(request, reply, viewOf(413));
  });
  server.addHook('preParsing', async (request, reply, payload) => {
    if (!hasBody(request) || isUpload(request)) return payload;
    const body = await bodies.read(request, payload);
    // The reply resolves when it has been sent, and with nothing.
    return Buffer.isBuffer(body) ? Readable.from([body]) : (refuse(request, reply, body) as unknown as undefined);
  });
}

/**
 * Answers a request that could not be passed on. Nothing of it may stay unread on a connection that stays open: the
 * next request would wait for ever. The answer is there at once; its end waits for the sender, who would otherwise see
 * the connection break and not what was said on it.
 */
export function refuse(request: FastifyRequest, reply: FastifyReply, view: ErrorView): FastifyReply {
  reply.code(view.statusCode).header('cache-control', 'no-store');
  if (view.statusCode === 429 || view.statusCode === 503) reply.header('retry-after', RETRY_AFTER);
  if (request.raw.complete) return reply.send(view);

  const text = JSON.stringify(view);
  reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(text) });
  return reply.type('application/json; charset=utf-8').send(Readable.from(sayAndDrain(text, request)));
}

async function* sayAndDrain(text: string, request: FastifyRequest): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
  await drain(request);
}

/** Throws away what is still to come of a body, within limits. @returns when it has ended, or has gone on too long */
async function drain({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  await new Promise<void>((resolve) => {
    let left = DRAINED;
    const late = setTimeout(resolve, PATIENCE).unref();
    raw.unpipe();
    raw.on('error', () => resolve());
    raw.once('end', resolve).once('close', () => (clearTimeout(late), resolve()));
    raw.on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) resolve();
    });
    raw.resume();
  });
}
