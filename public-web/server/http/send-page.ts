import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor, type CachedPage, type Representation } from '../cache/cached-page.ts';
import { RETRY_AFTER } from './failures.ts';

/**
 * Browsers revalidate each time, so changes show at the next load. Gateways cache for a second; ours serves a page of the
 * last ten seconds during an outage.
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=1, must-revalidate';

/**
 * Sends pages, synchronously if they are compressed: a promise for each request would cost a tenth of it.
 *
 * @param headers of every page
 */
export function pageSender(headers: Record<string, string>) {
  const common = Object.entries({ ...headers, vary: 'accept-encoding' }).flat();
  const served = [...common, 'cache-control', CACHE_CONTROL];
  const personal = [...common, 'cache-control', 'private, no-store'];
  const failed = [...common, 'cache-control', 'no-store', 'retry-after', RETRY_AFTER];

  return (request: FastifyRequest, reply: FastifyReply, page: CachedPage, isPersonal = false) => {
    const write = ({ encoding, body, etag }: Representation) => {
      // Bypasses Fastify's hooks, which doubles the throughput of one core.
      reply.hijack();
      const { raw } = reply;
      const currentTag =
        page.status === 200 && !isPersonal ? page.currentTag(request.headers['if-none-match']) : undefined;
      if (currentTag) return void raw.writeHead(304, [...served, ...page.robots, 'etag', currentTag]).end();

      const cached = page.status >= 500 ? failed : isPersonal ? personal : [...served, 'etag', etag];
      const content = ['content-type', 'text/html; charset=utf-8', 'content-length', String(body.length)];
      if (encoding !== 'identity') content.push('content-encoding', encoding);
      raw.writeHead(page.status, [...cached, ...page.robots, ...content]);
      return void raw.end(request.method === 'HEAD' ? undefined : body);
    };
    const representation = page.encode(encodingFor(request.headers['accept-encoding']));
    return representation instanceof Promise ? representation.then(write) : write(representation);
  };
}
