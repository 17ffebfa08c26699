import { Api } from '@portfolio/api-client';
import type { PhotoListView, PublicSettingsView } from '@portfolio/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CachedPage, encodingFor } from '../cache/cached-page.ts';
import { readContentVersion } from '../cache/content-version.ts';
import { DocumentCache } from '../cache/document-cache.ts';
import { RETRY_AFTER, viewOf, type ReportFault } from '../http/failures.ts';
import { AI_CRAWLERS } from './ai-crawlers.ts';
import { FEED_PATHS, NEWEST, toJsonFeed, toRss } from './feeds.ts';
import { toAdminManifest, toManifest } from './manifest.ts';
import { makeSitemap, makeSitemapPart, sitemapPartPath } from './sitemap.ts';

/** A document for machines: sitemap, feed or manifest. */
interface SeoDocument {
  type: string;
  content: CachedPage;
  /** Paths of a sitemap's parts. */
  parts?: string[];
}

const SITEMAP = '/sitemap.xml';

const TIMEOUT_MS = 5_000;

/**
 * Serves sitemap, feeds, manifest and robots.txt, which hold what every visitor sees.
 *
 * @param origin public origin of the site, for the addresses in documents (never `apiOrigin`)
 * @param report logs faults, limited in number
 * @returns `invalidate` marks the cached documents stale: the next request revalidates them
 */
export function registerSeo(server: FastifyInstance, origin: string, apiOrigin: string, report: ReportFault) {
  const api = new Api({ origin: apiOrigin });
  const readSettings = () => api.get<PublicSettingsView>('/public/settings');
  const readFeed = async () => {
    const newest = api.get<PhotoListView>(`/photos?limit=${NEWEST}`);
    const [{ photos }, settings] = await Promise.all([newest, readSettings()]);
    return { photos, settings, origin };
  };
  const generators: Record<string, () => Promise<SeoDocument>> = {
    [SITEMAP]: async () => {
      const { xml, parts } = await makeSitemap(api, origin);
      return { ...toDocument('application/xml', xml), parts };
    },
    [FEED_PATHS.rss]: async () => toDocument('application/rss+xml', toRss(await readFeed())),
    [FEED_PATHS.json]: async () => toDocument('application/feed+json', toJsonFeed(await readFeed())),
    '/robots.txt': async () => toDocument('text/plain', robots(origin, (await readSettings()).refuseAiCrawlers)),
    '/site.webmanifest': async () => toDocument('application/manifest+json', toManifest(await readSettings())),
    '/admin/manifest.webmanifest': async () =>
      toDocument('application/manifest+json', toAdminManifest(await readSettings())),
  };
  const generate = async (path: string) => {
    if (generators[path]) return generators[path]();
    const xml = await makeSitemapPart(api, path, origin);
    return xml === undefined ? undefined : toDocument('application/xml', xml);
  };
  const documents = new DocumentCache<SeoDocument>(generate, () =>
    readContentVersion(apiOrigin, AbortSignal.timeout(TIMEOUT_MS)),
  );

  /** @param find returns undefined if there is no such document */
  const serve = (path: string, find: (request: FastifyRequest) => Promise<SeoDocument | undefined>) =>
    server.get(path, async (request, reply) => {
      let document;
      try {
        document = await find(request);
      } catch (error) {
        // Crawlers take a 503 for robots.txt as a ban until they can read it again.
        report('A document could not be generated', error);
        return reply
          .code(503)
          .headers({ 'retry-after': RETRY_AFTER, 'cache-control': 'no-store' })
          .type('text/plain; charset=utf-8')
          .send(`${viewOf(503).message}\n`);
      }
      return document ? sendDocument(request, reply, document) : reply.callNotFound();
    });

  for (const path of Object.keys(generators)) serve(path, () => documents.get(path));
  serve('/sitemap-:part(^[a-z0-9]{1,10}$).xml', async ({ params }) => {
    const path = sitemapPartPath((params as { part: string }).part);
    // The index knows all parts: others cost the API nothing.
    const sitemap = await documents.get(SITEMAP);
    return sitemap?.parts?.includes(path) ? documents.get(path) : undefined;
  });
  for (const path of ['/feed', '/rss', '/rss.xml']) {
    server.get(path, async (_request, reply) => reply.redirect(FEED_PATHS.rss, 301));
  }

  return { invalidate: () => documents.invalidate() };
}

const toDocument = (type: string, text: string): SeoDocument => ({
  type: `${type}; charset=utf-8`,
  content: new CachedPage(200, Buffer.from(text)),
});

async function sendDocument(request: FastifyRequest, reply: FastifyReply, { type, content }: SeoDocument) {
  // Caches revalidate each time, so that unpublished content disappears from them.
  reply.headers({ vary: 'accept-encoding', 'cache-control': 'public, no-cache' });
  const currentTag = content.currentTag(request.headers['if-none-match']);
  if (currentTag) return reply.code(304).header('etag', currentTag).send();

  const { encoding, body, etag } = await content.encode(encodingFor(request.headers['accept-encoding']));
  reply.header('etag', etag);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  // A browser that shows it as a page loads nothing.
  return reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'").type(type).send(body);
}

/** https://www.rfc-editor.org/rfc/rfc9309 */
const robots = (origin: string, refusesAi: boolean) => `${refusesAi ? AI_GROUP : ''}User-agent: *
Allow: /media/
Disallow: /admin
Disallow: /admin-app/
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
`;

const AI_GROUP = `${AI_CRAWLERS.map((name) => `User-agent: ${name}\n`).join('')}Disallow: /\n\n`;
