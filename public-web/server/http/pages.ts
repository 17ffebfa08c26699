import { ACCESS_COOKIE } from '@portfolio/contracts';
import { tracingHeaders } from '@portfolio/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RenderRequest } from '../../src/app/layout/render.ts';
import type { BuiltSite } from '../built-site.ts';
import { CachedPage } from '../cache/cached-page.ts';
import type { PageCache, RenderPage } from '../cache/page-cache.ts';
import type { BodyReader } from './body-reader.ts';
import { sendFailurePage, viewOf, type FailureOptions } from './failures.ts';
import { registerForms } from './forms.ts';
import { openPreview } from './previews.ts';
import { pageSender } from './send-page.ts';
import type { UpstreamSlots } from './upstream-slots.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Route pattern of the requested page; undefined for other requests. */
    pagePattern: string | undefined;
  }
}

/** Options that all renders share. */
export type RenderingOptions = Pick<
  RenderRequest,
  'origin' | 'apiOrigin' | 'readJson' | 'assets' | 'memory' | 'report'
>;

export interface PagesOptions {
  site: BuiltSite;
  failures: FailureOptions;
  rendering: RenderingOptions;
  render: RenderPage;
  /** Without it each request renders its page. */
  cache: PageCache | undefined;
  bodies: BodyReader;
  slots: UpstreamSlots;
}

/** Pages that show more to visitors who have opened a gallery. */
const PERSONAL = ['/gallery/:slug', '/photo/:id', '/contact'];

const GRANTS = new RegExp(`(?:^|;\\s*)(${ACCESS_COOKIE}=[\\w.~-]{1,1500})(?:;|$)`);

/** The cookie of a visitor who has opened a gallery. All other cookies are ignored. */
export function accessCookieOf({ headers }: FastifyRequest): { cookie: string } | undefined {
  const [, cookie] = GRANTS.exec(headers.cookie ?? '') ?? [];
  return cookie === undefined ? undefined : { cookie };
}

/** Redirects are stable for a day. */
const DAY = 'public, max-age=86400';

/**
 * Renders pages. They depend on the address of a request alone, and on the cookie of opened galleries.
 *
 * @param onFailure called for a page that lacks its data
 */
export function pageRenderer(site: BuiltSite, rendering: RenderingOptions, onFailure: () => void): RenderPage {
  return async (address, previous, visitor) => {
    const isUnchanged = (status: number, state: string) => previous?.hasState(status, state) === true;
    const page = await site.render({
      ...rendering,
      headers: { ...visitor, ...tracingHeaders() },
      address,
      isUnchanged,
    });
    if (previous && 'isUnchanged' in page) return previous;
    if (!('pipe' in page)) throw new Error('Only forms redirect');
    if (page.status === 503) onFailure();
    const html = await buffer(page.pipe(new PassThrough()));
    return new CachedPage(page.status, html, page.isUnbounded, site.locate(address).pattern);
  };
}

/** Serves the visitors' pages at every address without another route. */
export function registerPages(server: FastifyInstance, options: PagesOptions): void {
  const { site, failures, rendering, cache, render, slots } = options;
  const send = pageSender(failures.headers);

  server.get('/gallery', async (_request, reply) => reply.header('cache-control', DAY).redirect('/galleries', 301));

  registerForms(server, options);

  const renderShared = async (address: string) => (cache ? cache.get(address) : render(address));
  const sendRendered = async (request: FastifyRequest, reply: FastifyReply) => {
    const { address, needsRedirect, pattern } = site.locate(request.url);
    const visitor = PERSONAL.includes(pattern) ? accessCookieOf(request) : undefined;
    request.pagePattern = pattern;
    if (needsRedirect) return reply.header('cache-control', DAY).redirect(address, 301);
    await slots.wait(request, reply);
    if (visitor) return send(request, reply, await render(address, undefined, visitor), true);
    return send(request, reply, await renderShared(address));
  };
  server.get('/preview', async (request, reply) => {
    await slots.wait(request, reply);
    if (await openPreview(request, reply, rendering.apiOrigin)) return reply;
    // An unknown link has the page of an unknown address.
    const { address, pattern } = site.locate(request.url);
    request.pagePattern = pattern;
    return send(request, reply, await renderShared(address));
  });
  server.get('/*', (request, reply) => {
    // Most requests use the canonical address, whose page is usually cached.
    const page = accessCookieOf(request) ? undefined : cache?.usable(request.url);
    if (!page) return sendRendered(request, reply);
    request.pagePattern = page.pattern;
    return send(request, reply, page);
  });

  server.setNotFoundHandler(async (request, reply) => {
    if (['GET', 'HEAD'].includes(request.method)) {
      return reply.code(404).header('cache-control', 'no-store').send(viewOf(404));
    }
    reply.header('allow', 'GET, HEAD, POST');
    return sendFailurePage(405, reply, failures);
  });
}
