import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasGrants } from '../../access/gallery-grants.ts';
import type { ContentVersion } from '../../backend/content-version.ts';
import { VersionedCache } from './versioned-cache.ts';

/** Caches responses of a route to visitors. They must depend on address and database content alone. */
export const Cached = () => RouteConfig({ isCached: true });

const MAX_ADDRESS_LENGTH = 500;

/** All entries with their addresses. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Approximate heap of an entry beside body and address. */
const OVERHEAD_BYTES = 300;

const MAX_BODY_BYTES = 1024 * 1024;

interface CachedResponse {
  type: string;
  body: Buffer;
}

/** Addresses count, as visitors can invent any number: two bytes a character at most. */
const sizeOf = (address: string, { body }: CachedResponse) => body.length + 2 * address.length + OVERHEAD_BYTES;

export class ResponseCache extends VersionedCache<CachedResponse> {
  constructor() {
    super(MAX_BYTES, sizeOf);
  }

  override set(address: string, version: string, response: CachedResponse): void {
    if (response.body.length <= MAX_BODY_BYTES) super.set(address, version, response);
  }
}

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

/**
 * Adds `Vary: Authorization` to JSON under /api and, unless the route has its own, `Cache-Control`: no-store for the
 * administrator and for visitors who have opened a gallery, no-cache for others, since unpublished photos are gone at once.
 */
export function addCacheHeaders(server: FastifyInstance): void {
  // Without a promise, which would cost each request 8 µs.
  server.addHook('onSend', ({ url, headers }, reply, payload, done) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (isJson && url.startsWith('/api/')) {
      reply.header('vary', [reply.getHeader('vary') ?? [], 'Authorization'].flat().join(', '));
      if (!reply.hasHeader('cache-control')) {
        const isPersonal = headers.authorization !== undefined || hasGrants(headers.cookie);
        reply.header('cache-control', isPersonal ? 'no-store' : 'no-cache');
      }
    }
    done(null, payload);
  });
}
