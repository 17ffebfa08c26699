import type { FastifyInstance } from 'fastify';
import { PassThrough } from 'node:stream';
import type { BuiltSite } from './built-site.ts';
import type { PagesOptions } from './pages.ts';
import { forwarded } from './proxies.ts';

/** How browsers send a form, and the bytes that one may have: as many as the API takes. */
const FORM = 'application/x-www-form-urlencoded';
const FORM_LIMIT = 256 * 1024;

/** Takes the forms of the pages as a browser sends them by itself, without the help of JavaScript. */
export function registerForms(server: FastifyInstance, site: BuiltSite, options: PagesOptions): void {
  const headers = { ...options.headers, 'cache-control': 'no-store' };

  server.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  server.post<{ Body: Record<string, string> | undefined }>('/*', async (request, reply) => {
    if (!request.headers['content-type']?.startsWith(FORM)) return reply.callNotFound();
    const page = await site.render({
      address: request.url,
      site: { origin: options.publicOrigin },
      apiOrigin: options.apiOrigin,
      fields: request.body ?? {},
      headers: forwarded(request),
      assets: site.assets,
      memory: options.memory,
      report: (error) => request.log.error(error, 'a page could not be rendered'),
    });
    reply.headers(headers);
    if ('goTo' in page) return reply.redirect(page.goTo, 303);
    return reply.code(page.status).type('text/html; charset=utf-8').send(page.pipe(new PassThrough()));
  });
}
