import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import { constants } from 'node:zlib';
import type { PageAssets, Render } from '../src/app/render.ts';
import { forwarded } from './proxies.ts';
import { securityHeaders } from './security.ts';

export interface PagesOptions {
  assets: PageAssets;
  /** The folder with the builds. */
  built: URL;
  publicUrl: string;
  apiUrl: string;
}

/** Serves the pages for visitors: every address that nothing else answers. */
export async function registerPages(server: FastifyInstance, options: PagesOptions): Promise<void> {
  const { render } = (await import(new URL('ssr/entry-server.js', options.built).href)) as { render: Render };
  const headers = { ...securityHeaders(), 'cache-control': 'no-cache', vary: 'accept-encoding' };

  await server.register(compress, {
    global: false,
    encodings: ['br', 'gzip'],
    // Higher levels take longer than they save on the way.
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    },
  });
  server.get('/gallery', async (_request, reply) => reply.redirect('/galleries', 301));

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await render({
      address: request.url,
      site: { origin: options.publicUrl },
      apiOrigin: options.apiUrl,
      headers: forwarded(request),
      assets: options.assets,
      report: (error) => request.log.error(error, 'a page could not be rendered'),
    });
    reply.code(page.status).headers(headers).type('text/html; charset=utf-8');
    if (page.status === 503) reply.header('retry-after', '10');
    return reply.compress(page.pipe(new PassThrough()));
  };
  server.get('/*', answer);
  server.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ statusCode: 404, message: 'Not found', code: 'route.not-found' }),
  );
}
