import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ContentVersion } from '../../backend/content-version.ts';
import { ResponseCache } from './response-cache.ts';

/**
 * Of a route by which visitors read: its answers follow from the address and the content of the database alone, so they are
 * kept for as long as the content is the same.
 */
export const Cached = () => RouteConfig({ isKept: true });

/** Bytes of an address that is worth keeping an answer for. */
const LONGEST_ADDRESS = 500;

interface Keepable {
  /** The mark of the content before the answer to this request was made. */
  contentMark?: string | undefined;
}

/**
 * Has the server give an answer to a visitor again, unless what visitors can see has changed since (decision 39). Whether it
 * has is asked of the database for each request, so that the answer is as true as one that is made anew, with any number of
 * servers beside this one.
 *
 * To be called after all that gives answers their headers.
 */
export function registerResponseCache(server: FastifyInstance, content: ContentVersion): void {
  const answers = new ResponseCache();
  server.decorateRequest('contentMark', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    if (!isCacheable(request)) return done();
    content.now().then((mark) => {
      const kept = mark === undefined ? undefined : answers.get(request.url, mark);
      if (kept) return void reply.header('content-type', kept.type).send(kept.body);
      (request as Keepable).contentMark = mark;
      done();
    }, done);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const { contentMark } = request as Keepable;
    if (contentMark !== undefined && reply.statusCode === 200 && typeof payload === 'string') {
      const type = String(reply.getHeader('content-type'));
      answers.set(request.url, contentMark, { type, body: Buffer.from(payload) });
    }
    done(null, payload);
  });
}

/** Anything out of the ordinary goes the whole way, and what carries pictures depends on the storage too. */
function isCacheable({ method, url, headers, query, routeOptions }: FastifyRequest): boolean {
  return (
    'isKept' in routeOptions.config &&
    method === 'GET' &&
    headers.authorization === undefined &&
    headers['content-type'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    url.length <= LONGEST_ADDRESS &&
    !(typeof query === 'object' && query !== null && 'embed' in query)
  );
}
