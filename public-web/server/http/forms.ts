import type { FastifyInstance, FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { PassThrough, Readable } from 'node:stream';
import { trailHeaders } from '@portfolio/telemetry';
import type { BuiltSite } from '../built-site.ts';
import { answerWithFailurePage, UNRENDERED } from './failures.ts';
import type { PagesOptions } from './pages.ts';
import { forwarded } from './proxies.ts';
import { BODY_LIMIT } from '../body-reader.ts';

/** How browsers send a form. */
const FORM = 'application/x-www-form-urlencoded';

/** Takes the forms of the pages as a browser sends them by itself, without the help of JavaScript. */
export function registerForms(server: FastifyInstance, site: BuiltSite, options: PagesOptions): void {
  const headers = { ...options.headers, 'cache-control': 'no-store' };

  // A field that is there twice counts as it is there last.
  server.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  const preParsing: preParsingAsyncHookHandler = async (request, reply, payload) => {
    const body = await options.bodies.read(request, payload);
    if (Buffer.isBuffer(body)) return Readable.from([body]);
    reply.header('connection', 'close');
    throw Object.assign(new Error(body.message), { statusCode: body.statusCode });
  };
  server.post<{ Body: Record<string, string> | undefined }>('/*', { preParsing }, async (request, reply) => {
    if (!request.headers['content-type']?.startsWith(FORM)) return reply.callNotFound();
    if (!isOwn(request, options.publicOrigin)) {
      const { memory, report } = options;
      return answerWithFailurePage(403, reply, { site, headers, memory, report });
    }
    request.pagePattern = site.locate(request.url).pattern;
    const page = await site.render({
      address: request.url,
      site: { origin: options.publicOrigin },
      apiOrigin: options.apiOrigin,
      fields: request.body ?? {},
      headers: { ...forwarded(request), ...trailHeaders() },
      assets: site.assets,
      memory: options.memory,
      report: (error) => options.report(UNRENDERED, error),
    });
    reply.headers(headers);
    if ('goTo' in page) return reply.redirect(page.goTo, 303);
    if (page.retryAfter !== undefined) reply.header('retry-after', page.retryAfter);
    if (page.status === 405) reply.header('allow', 'GET, HEAD');
    return reply.code(page.status).type('text/html; charset=utf-8').send(page.pipe(new PassThrough()));
  });
}

/**
 * Whether a form comes from a page of this site. There is no session that another site's form could abuse; but it would
 * speak in the name, and against the limits, of whoever opens that site. Browsers say where a form comes from, and
 * programs that say nothing are nobody's browser.
 */
function isOwn({ headers, host }: FastifyRequest, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  if (site === 'cross-site') return false;
  const { origin } = headers;
  return origin === undefined || origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === host);
}
