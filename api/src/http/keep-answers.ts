import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KeptAnswers } from './kept-answers.ts';
import { SharedReading } from './shared-reading.ts';

/**
 * Of a route by which visitors read: its answers follow from the address and the content of the database alone, so they are
 * kept for as long as the content is the same.
 */
export const Kept = () => RouteConfig({ isKept: true });

/** Bytes of an address that is worth keeping an answer for. */
const LONGEST_ADDRESS = 500;

interface Keepable {
  /** The mark of the content before the answer to this request was made. */
  contentStamp?: string | undefined;
}

/**
 * Has the server give an answer to a visitor again, unless what visitors can see has changed since (decision 39). Whether it
 * has is asked of the database for each request, so that the answer is as true as one that is made anew, with any number of
 * servers beside this one.
 *
 * To be called after all that gives answers their headers.
 *
 * @param readStamp the mark of the content, by the database; undefined where it is not known
 */
export function keepAnswers(server: FastifyInstance, readStamp: () => Promise<string | undefined>): void {
  const answers = new KeptAnswers();
  const stamps = new SharedReading(readStamp);
  server.decorateRequest('contentStamp', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    if (!isKept(request)) return done();
    stamps.now().then((stamp) => {
      const kept = stamp === undefined ? undefined : answers.find(request.url, stamp);
      if (kept) return void reply.header('content-type', kept.type).send(kept.body);
      (request as Keepable).contentStamp = stamp;
      done();
    }, done);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const { contentStamp } = request as Keepable;
    if (contentStamp !== undefined && reply.statusCode === 200 && typeof payload === 'string') {
      const type = String(reply.getHeader('content-type'));
      answers.keep(request.url, contentStamp, { type, body: Buffer.from(payload) });
    }
    done(null, payload);
  });
}

/** Anything out of the ordinary goes the whole way, and what carries pictures depends on the storage too. */
function isKept({ method, url, headers, query, routeOptions }: FastifyRequest): boolean {
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
