import type { FastifyInstance, FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { PassThrough, Readable } from 'node:stream';
import { tracingHeaders } from '@portfolio/telemetry';
import { MAX_BODY_BYTES } from './body-reader.ts';
import { sendFailurePage } from './failures.ts';
import { accessCookieOf, type PagesOptions } from './pages.ts';
import { forwardedHeaders } from './proxies.ts';

/** Content type of HTML forms. */
const FORM = 'application/x-www-form-urlencoded';

/** Handles forms that a browser submits without JavaScript. */
export function registerForms(server: FastifyInstance, options: PagesOptions): void {
  const { site, failures, rendering, bodies, slots } = options;

  // All other types get 415.
  server.removeAllContentTypeParsers();
  // The last of repeated fields wins.
  server.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  const preParsing: preParsingAsyncHookHandler = async (request, reply, payload) => {
    const body = await bodies.read(request, payload);
    if (Buffer.isBuffer(body)) return Readable.from([body]);
    reply.header('connection', 'close');
    throw Object.assign(new Error(body.message), { statusCode: body.statusCode });
  };
  server.post<{ Body: Record<string, string> | undefined }>('/*', { preParsing }, async (request, reply) => {
    if (!isSameOrigin(request, rendering.origin)) return sendFailurePage(403, reply, failures);
    request.pagePattern = site.locate(request.url).pattern;
    await slots.wait(request, reply);
    const page = await site.render({
      ...rendering,
      address: request.url,
      fields: request.body ?? {},
      headers: { ...accessCookieOf(request), ...forwardedHeaders(request), ...tracingHeaders() },
    });
    reply.headers({ ...failures.headers, 'cache-control': 'no-store' });
    if ('goTo' in page) {
      if (page.cookie) reply.header('set-cookie', page.cookie);
      return reply.redirect(page.goTo, 303);
    }
    if (!('pipe' in page)) throw new Error('A form has no earlier page');
    if (page.retryAfter !== undefined) reply.header('retry-after', page.retryAfter);
    if (page.status === 405) reply.header('allow', 'GET, HEAD');
    return reply.code(page.status).type('text/html; charset=utf-8').send(page.pipe(new PassThrough()));
  });
}

/**
 * CSRF check. Visitors have no session, but a foreign form would use their name and rate limits. Browsers send the origin;
 * clients that send none are no browsers.
 */
function isSameOrigin({ headers, host }: FastifyRequest, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  if (site === 'cross-site') return false;
  const { origin } = headers;
  return origin === undefined || origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === host);
}
