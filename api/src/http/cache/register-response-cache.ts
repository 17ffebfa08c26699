import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasGrants } from '../../access/gallery-grants.ts';
import type { ContentVersion } from '../../backend/content-version.ts';
import { ResponseCache } from './response-cache.ts';

/** Caches responses of a route to visitors. They must depend on address and database content alone. */
export const Cached = () => RouteConfig({ isCached: true });

const MAX_ADDRESS_LENGTH = 500;

interface CacheableRequest {
  contentVersion?: string | undefined;
}

/**
 * Adds the response cache for visitors (decision 39). Each request reads the content version from the database, so a
 * cached response is as current as a new one, with any number of servers.
 *
 * Call it after the hooks that set headers.
 */
export function registerResponseCache(server: FastifyInstance, content: ContentVersion): void {
  const cache = new ResponseCache();
  server.decorateRequest('contentVersion', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    if (!isCacheable(request)) return done();
    content.now().then((version) => {
      const cached = version === undefined ? undefined : cache.get(request.url, version);
      if (cached) return void reply.header('content-type', cached.type).send(cached.body);
      (request as CacheableRequest).contentVersion = version;
      done();
    }, done);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    const { contentVersion } = request as CacheableRequest;
    if (contentVersion !== undefined && reply.statusCode === 200 && typeof payload === 'string') {
      const type = String(reply.getHeader('content-type'));
      cache.set(request.url, contentVersion, { type, body: Buffer.from(payload) });
    }
    done(null, payload);
  });
}

/** Excludes embedded pictures, which depend on the storage too, and visitors who have opened a gallery. */
function isCacheable({ method, url, headers, query, routeOptions }: FastifyRequest): boolean {
  return (
    'isCached' in routeOptions.config &&
    method === 'GET' &&
    headers.authorization === undefined &&
    !hasGrants(headers.cookie) &&
    headers['content-type'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    url.length <= MAX_ADDRESS_LENGTH &&
    !(typeof query === 'object' && query !== null && 'embed' in query)
  );
}
