import { PassThrough } from 'node:stream';
import type { FastifyInstance, RequestPayload } from 'fastify';
import { AppError } from './app-error.ts';

/** Bytes of a JSON body; the largest is a gallery with its list of photos. */
export const BODY_LIMIT = 256 * 1024;

/** Levels of lists and objects in a JSON body. What walks through them may do so by calling itself. */
const DEPTH_LIMIT = 32;

/**
 * Makes the server read JSON, and nothing else: forms with files are left on the raw request, where the upload
 * interceptor reads them, and every other type of body is refused.
 *
 * @param seconds in which a body that is no form must have arrived
 */
export function readBodies(server: FastifyInstance, seconds: number): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    // A client may name the type on every request, also where it has nothing to say.
    if (text === '') return done(null, undefined);
    void parse(request, text, (error, body?: unknown) => {
      if (error) done(error);
      else if (isDeeper(body, DEPTH_LIMIT)) done(new AppError('request.malformed'));
      else done(null, body);
    });
  });
  server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  server.addHook('preParsing', async ({ headers }, _reply, payload) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody || headers['content-type']?.startsWith('multipart/form-data')) return payload;
    return arrivingWithin(seconds, payload);
  });
}

/** The same body, which fails when it is late. The connection stays, for the answer that says so. */
function arrivingWithin(seconds: number, payload: RequestPayload): PassThrough {
  const body = new PassThrough();
  const late = setTimeout(() => body.destroy(new AppError('request.too-slow')), seconds * 1000).unref();
  // Nobody may listen any more, where the body has been refused before its end.
  body.on('error', () => undefined).once('close', () => clearTimeout(late));
  payload.once('error', (error) => body.destroy(error)).once('close', () => clearTimeout(late));
  return payload.pipe(body);
}

/** Walks without calling itself, since a body may well have 100,000 levels. */
function isDeeper(value: unknown, limit: number): boolean {
  let level = [value].filter(isNode);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return true;
    level = level.flatMap((node) => Object.values(node).filter(isNode));
  }
  return false;
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;
