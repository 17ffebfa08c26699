import { PassThrough } from 'node:stream';
import type { FastifyInstance, RequestPayload } from 'fastify';
import { AppError } from './app-error.ts';

/** Maximum bytes of a JSON body, and of a form field. The photo table splits larger saves. */
export const BODY_LIMIT = 256 * 1024;

/** Maximum nesting of a JSON body; protects recursive code. */
const DEPTH_LIMIT = 32;

/** Methods whose bodies Fastify never parses. */
const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD', 'TRACE']);

/**
 * Parses JSON bodies, leaves multipart bodies to the upload interceptor, and refuses other types.
 *
 * @param seconds timeout of a JSON body
 */
export function registerBodyParsers(server: FastifyInstance, seconds: number): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Some clients send the content type with every request.
    if (text === '') return done(null, undefined);
    void parse(request, text, (error, body?: unknown) => {
      if (error) done(error);
      else if (isDeeper(body, DEPTH_LIMIT)) done(new AppError('request.malformed'));
      else done(null, body);
    });
  });
  server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  server.addHook('preParsing', async ({ mediaType, method }, _reply, payload) => {
    const isParsed = mediaType === 'application/json' && !METHODS_WITHOUT_BODY.has(method);
    // Node discards a body that nothing reads. In a pipe without a reader it would block the connection.
    return isParsed ? withTimeout(seconds, payload) : payload;
  });
}

/** Body that fails after the timeout. The connection stays open for the error response. */
function withTimeout(seconds: number, payload: RequestPayload): PassThrough {
  const body = new PassThrough();
  const timeout = setTimeout(() => body.destroy(new AppError('request.too-slow')), seconds * 1000).unref();
  // A body refused early has no other listener: its error would crash the process.
  body.on('error', () => undefined).once('close', () => clearTimeout(timeout));
  // The client has disconnected.
  payload
    .once('error', () => body.destroy(new AppError('request.malformed')))
    .once('close', () => clearTimeout(timeout));
  return payload.pipe(body);
}

/** Iterative, since a body can have 100,000 levels. */
function isDeeper(value: unknown, limit: number): boolean {
  let level = [value].filter(isNode);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return true;
    level = level.flatMap((node) => Object.values(node).filter(isNode));
  }
  return false;
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;
