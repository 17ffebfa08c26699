import type { ErrorView } from '@portfolio/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageMemory } from '../../src/app/layout/render.ts';
import type { BodyReader } from '../body-reader.ts';
import type { BuiltSite } from '../built-site.ts';
import { answerWithFailurePage, type FailureOptions, type ReportFault } from './failures.ts';
import { registerForms } from './forms.ts';
import { CachedPage } from '../cache/cached-page.ts';
import type { PageCache, RenderPage } from '../cache/page-cache.ts';
import { pageSender } from './send-page.ts';
import type { UpstreamSlots } from './upstream-slots.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** How addresses of the page look that was asked for; undefined for what is no page. */
    pagePattern: string | undefined;
  }
}

export interface PagesOptions {
  /** The origin under which visitors know the site. */
  publicOrigin: string;
  /** The origin at which this server reaches the API. */
  apiOrigin: string;
  bodies: BodyReader;
  /** What every page is sent with. */
  headers: Record<string, string>;
  memory: PageMemory;
  report: ReportFault;
  render: RenderPage;
  slots: UpstreamSlots;
  /** Keeps what has been rendered; without it each page is rendered for each who asks. */
  cache?: PageCache | undefined;
}

const NOTHING_HERE: ErrorView = { statusCode: 404, message: 'Not found', code: 'route.not-found' };

/** An address that leads elsewhere does so tomorrow, and perhaps not next week. */
const DAY = 'public, max-age=86400';

/** Serves the pages for visitors: every address that nothing else answers. */
export async function registerPages(server: FastifyInstance, site: BuiltSite, options: PagesOptions): Promise<void> {
  const { cache, render, slots } = options;
  const send = pageSender(options.headers);
  const { headers, memory, report } = options;
  const failures: FailureOptions = { site, headers, memory, report };

  server.get('/gallery', async (_request, reply) => reply.header('cache-control', DAY).redirect('/galleries', 301));

  registerForms(server, site, options);

  const sendRendered = async (request: FastifyRequest, reply: FastifyReply) => {
    const { address, isMoved, pattern } = site.locate(request.url);
    request.pagePattern = pattern;
    if (isMoved) return reply.header('cache-control', DAY).redirect(address, 301);
    await new Promise<void>((resolve, reject) => {
      if (!slots.take(request, reply, resolve)) reject(Object.assign(new Error('Too many'), { statusCode: 429 }));
    });
    return send(request, reply, await (cache ? cache.get(address) : render(address)));
  };
  server.get('/*', (request, reply) => {
    // Most who ask write the address as the site itself does, and most pages are there.
    const page = cache?.has(request.url) ? cache.get(request.url) : undefined;
    if (!(page instanceof CachedPage)) {
      // Joined below when there is a slot; should it fail before, nobody is told yet.
      page?.catch(() => undefined);
      return sendRendered(request, reply);
    }
    request.pagePattern = page.pattern;
    return send(request, reply, page);
  });

  server.setNotFoundHandler(async (request, reply) => {
    if (['GET', 'HEAD', 'POST'].includes(request.method)) {
      return reply.code(NOTHING_HERE.statusCode).header('cache-control', 'no-store').send(NOTHING_HERE);
    }
    reply.header('allow', 'GET, HEAD, POST');
    return answerWithFailurePage(405, reply, failures);
  });
}
