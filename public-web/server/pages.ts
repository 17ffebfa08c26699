import compress from '@fastify/compress';
import type { ErrorView } from '@portfolio/contracts';
import type { FastifyInstance } from 'fastify';
import { PassThrough } from 'node:stream';
import { constants } from 'node:zlib';
import type { BuiltSite } from './built-site.ts';
import { registerForms } from './forms.ts';
import { forwarded } from './proxies.ts';
import { securityHeaders } from './security.ts';

export interface PagesOptions {
  /** The origin under which visitors know the site. */
  publicOrigin: string;
  /** The origin at which this server reaches the API. */
  apiOrigin: string;
}

const NOTHING_HERE: ErrorView = { statusCode: 404, message: 'Not found', code: 'route.not-found' };
/** Seconds after which it is worth asking again for a page that could not be filled. */
const RETRY_AFTER = '10';

/** Serves the pages for visitors: every address that nothing else answers. */
export async function registerPages(server: FastifyInstance, site: BuiltSite, options: PagesOptions): Promise<void> {
  const headers = { ...securityHeaders(), 'cache-control': 'no-cache', vary: 'accept-encoding' };

  await server.register(compress, {
    global: false,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: {
        // Higher levels take longer than they save on the way.
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    },
  });

  server.get('/gallery', async (_request, reply) => reply.redirect('/galleries', 301));

  registerForms(server, site, options);

  server.get('/*', async (request, reply) => {
    const page = await site.render({
      address: request.url,
      site: { origin: options.publicOrigin },
      apiOrigin: options.apiOrigin,
      headers: forwarded(request),
      assets: site.assets,
      report: (error) => request.log.error(error, 'a page could not be rendered'),
    });
    if ('goTo' in page) return reply.redirect(page.goTo, 303);
    reply.code(page.status).headers(headers).type('text/html; charset=utf-8');
    if (page.status === 503) reply.header('retry-after', RETRY_AFTER);
    return reply.compress(page.pipe(new PassThrough()));
  });

  server.setNotFoundHandler((_request, reply) => reply.code(NOTHING_HERE.statusCode).send(NOTHING_HERE));
}
