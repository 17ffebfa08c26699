import type { Api } from '@portfolio/api-client';
import type { PhotoListView, PublicSettingsView } from '@portfolio/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CachedPage, encodingFor } from '../cache/cached-page.ts';
import { DocumentCache } from '../cache/document-cache.ts';
import { RETRY_AFTER, viewOf } from '../http/failures.ts';
import { FEED_PATHS, NEWEST, toJsonFeed, toRss } from './feeds.ts';
import { toManifest } from './manifest.ts';
import { readPublicSite, toSitemap } from './sitemap.ts';

/** A document for machines: sitemap, feed or manifest. */
interface SeoDocument {
  type: string;
  content: CachedPage;
}

/**
 * Serves sitemap, feeds, manifest and robots.txt.
 *
 * @param origin public origin of the site; the only one in the documents
 * @param api without credentials: documents hold what every visitor sees
 * @returns clears the cached documents after a change of the site
 */
export function registerSeo(server: FastifyInstance, origin: string, api: Api) {
  const readSettings = () => api.get<PublicSettingsView>('/public/settings');

  const sitemap = new DocumentCache(async () => {
    const { main, parts } = toSitemap(await readPublicSite(api), origin);
    return [main, ...parts].map((text) => toDocument('application/xml', text));
  });
  const feeds = new DocumentCache(async () => {
    const newest = api.get<PhotoListView>(`/photos?limit=${NEWEST}`);
    const [{ photos }, settings] = await Promise.all([newest, readSettings()]);
    const options = { photos, settings, origin };
    return {
      rss: toDocument('application/rss+xml', toRss(options)),
      json: toDocument('application/feed+json', toJsonFeed(options)),
    };
  });
  const manifest = new DocumentCache(async () =>
    toDocument('application/manifest+json', toManifest(await readSettings())),
  );

  /** @param find returns undefined if there is no such document */
  const serve = (path: string, find: (request: FastifyRequest) => Promise<SeoDocument | undefined>) =>
    server.get(path, async (request, reply) => {
      let document;
      try {
        document = await find(request);
      } catch (error) {
        request.log.warn(error, `${request.url} could not be generated`);
        return reply
          .code(503)
          .headers({ 'retry-after': RETRY_AFTER, 'cache-control': 'no-store' })
          .type('text/plain; charset=utf-8')
          .send(`${viewOf(503).message}\n`);
      }
      return document ? sendDocument(request, reply, document) : reply.callNotFound();
    });

  serve('/sitemap.xml', async () => (await sitemap.get())[0]);
  serve(
    '/sitemap-:part(^[1-9]\\d{0,3}$).xml',
    async ({ params }) => (await sitemap.get())[Number((params as { part: string }).part)],
  );
  serve(FEED_PATHS.rss, async () => (await feeds.get()).rss);
  serve(FEED_PATHS.json, async () => (await feeds.get()).json);
  serve('/site.webmanifest', () => manifest.get());
  for (const path of ['/feed', '/rss', '/rss.xml']) {
    server.get(path, async (_request, reply) => reply.redirect(FEED_PATHS.rss, 301));
  }
  server.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(robots(origin)),
  );

  return {
    clear() {
      for (const cache of [sitemap, feeds, manifest]) cache.clear();
    },
  };
}

const toDocument = (type: string, text: string): SeoDocument => ({
  type: `${type}; charset=utf-8`,
  content: new CachedPage(200, Buffer.from(text)),
});

async function sendDocument(request: FastifyRequest, reply: FastifyReply, { type, content }: SeoDocument) {
  const { encoding, body, etag } = await content.encode(encodingFor(request.headers['accept-encoding']));
  // Caches revalidate each time, so that unpublished content disappears from them.
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'public, no-cache' });
  if (content.currentTag(request.headers['if-none-match'])) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  // A browser that shows it as a page loads nothing.
  return reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'").type(type).send(body);
}

/** https://www.rfc-editor.org/rfc/rfc9309 */
const robots = (origin: string) => `User-agent: *
Allow: /media/
Disallow: /admin
Disallow: /admin-app/
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
`;
