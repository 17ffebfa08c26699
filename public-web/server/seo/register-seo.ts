import { Api } from '@portfolio/api-client';
import type { PhotoListView, PublicSettingsView } from '@portfolio/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RETRY_AFTER, viewOf } from '../http/failures.ts';
import { FEED_PATHS, NEWEST, toJsonFeed, toRss } from './feeds.ts';
import { DocumentCache } from './document-cache.ts';
import { toManifest } from './manifest.ts';
import { readPublicSite } from './public-site.ts';
import { sendDocument, toDocument, type SeoDocument } from './send-document.ts';
import { toSitemap } from './sitemap.ts';

export interface SeoOptions {
  /** The origin under which visitors know the site. No other gets into what is sent. */
  publicOrigin: string;
  /** The origin at which this server reaches the API. */
  apiOrigin: string;
}

const [XML, RSS, JSON_FEED, MANIFEST] = [
  'application/xml; charset=utf-8',
  'application/rss+xml; charset=utf-8',
  'application/feed+json; charset=utf-8',
  'application/manifest+json; charset=utf-8',
];
const HOUR = 'public, max-age=3600';

/**
 * Serves what tells machines of the site: the sitemap, the feeds of new photos, the manifest, and what robots may do.
 *
 * @returns to be told when something has changed on the site
 */
export function registerSeo(server: FastifyInstance, { publicOrigin: origin, apiOrigin }: SeoOptions) {
  // It asks for itself and not for a visitor: it sends nothing along but the question.
  const api = new Api({ origin: apiOrigin });
  const settings = () => api.get<PublicSettingsView>('/public/settings');

  const sitemap = new DocumentCache(async () => {
    const { main, parts } = toSitemap(await readPublicSite(api), origin);
    return [main, ...parts].map((text) => toDocument(XML, text));
  });
  const feeds = new DocumentCache(async () => {
    const [{ photos }, known] = await Promise.all([api.get<PhotoListView>(`/photos?limit=${NEWEST}`), settings()]);
    const options = { photos, settings: known, origin };
    return { rss: toDocument(RSS, toRss(options)), json: toDocument(JSON_FEED, toJsonFeed(options)) };
  });
  const manifest = new DocumentCache(async () => toDocument(MANIFEST, toManifest(await settings())));

  /** @param find undefined where there is no such document */
  const serve = (path: string, find: (request: FastifyRequest) => Promise<SeoDocument | undefined>) =>
    server.get(path, async (request, reply) => {
      let found;
      try {
        found = await find(request);
      } catch (error) {
        request.log.warn(error, `${request.url} could not be made`);
        return sendAway(reply);
      }
      return found ? sendDocument(request, reply, found) : reply.callNotFound();
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
    reply.header('cache-control', HOUR).type('text/plain; charset=utf-8').send(robots(origin)),
  );

  return {
    clear() {
      for (const kept of [sitemap, feeds, manifest]) kept.clear();
    },
  };
}

const sendAway = (reply: FastifyReply) =>
  reply
    .code(503)
    .headers({ 'retry-after': RETRY_AFTER, 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(`${viewOf(503).message}\n`);

/** What programs that walk the web may fetch: https://www.rfc-editor.org/rfc/rfc9309 */
const robots = (origin: string) => `User-agent: *
Allow: /media/
Disallow: /admin
Disallow: /admin-app/
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
`;
