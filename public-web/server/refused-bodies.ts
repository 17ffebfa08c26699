import { Readable, Transform } from 'node:stream';
import { ERRORS, type ErrorView } from '@portfolio/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { RETRY_AFTER } from './failures.ts';

/** Bytes that the API takes of a body that is no upload. */
const BODY_LIMIT = 256 * 1024;

/** Bytes, and milliseconds, for which a refused body is read and thrown away, so that its sender hears the answer. */
const DRAINED = 32 * 1024 * 1024;
const PATIENCE = 5_000;

const { status, message } = ERRORS['request.too-large'];
const TOO_LARGE: ErrorView = { statusCode: status, message, code: 'request.too-large' };

/** Requests whose body has turned out too large while it was passed on. */
const tooLarge = new WeakSet<FastifyRequest>();

const isUpload = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/form-data') ?? false;

/**
 * Refuses bodies that the API would: it closes its connection in the middle of them, and its answer is easily lost
 * while this server still writes. Uploads go their own way, for the API reads them to their end.
 */
export function refuseLargeBodies(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (isUpload(request) || !(Number(request.headers['content-length']) > BODY_LIMIT)) return undefined;
    return refuse(request, reply, TOO_LARGE);
  });
  server.addHook('preParsing', async (request, _reply, payload) => {
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
    return hasBody && !isUpload(request) ? counted(request, payload) : payload;
  });
}

/** The same body, which fails once it is too large: passing it on then fails too, which ends in a refusal. */
function counted(request: FastifyRequest, payload: RequestPayload): Transform {
  let left = BODY_LIMIT;
  const body = new Transform({
    transform(piece: Buffer, _encoding, done) {
      left -= piece.length;
      if (left >= 0) return done(null, piece);
      tooLarge.add(request);
      done(new Error('the body is too large'));
    },
  });
  payload.once('error', (error) => body.destroy(error));
  // Where the answer comes before the body has ended, nobody listens or reads any more.
  body.on('error', () => undefined).once('close', () => void drain(request));
  return payload.pipe(body);
}

/**
 * Answers a request that could not be passed on. Nothing of it may stay unread on a connection that stays open: the
 * next request would wait for ever. The answer is there at once; its end waits for the sender, who would otherwise see
 * the connection break and not what was said on it.
 */
export function refuse(request: FastifyRequest, reply: FastifyReply, otherwise: ErrorView): FastifyReply {
  const view = tooLarge.has(request) ? TOO_LARGE : otherwise;
  reply.code(view.statusCode).header('cache-control', 'no-store');
  if (view.statusCode === 503) reply.header('retry-after', RETRY_AFTER);
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
