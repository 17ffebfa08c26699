import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from './encoding-for.ts';
import { RETRY_AFTER } from './failures.ts';
import type { CachedPage, Representation } from '../cache/cached-page.ts';

/**
 * Browsers ask each time whether their copy still holds, so that what somebody has just sent or changed is there at the
 * next load. A gateway may answer everybody with one copy for a second. Nobody may send an older one: the second in which
 * a page is old and made new is spent in this server, which knows of changes.
 */
const FOR_A_MOMENT = 'public, max-age=0, s-maxage=1, must-revalidate';

/** At once where the page is ready to be sent: a promise for each request would be a tenth of what it costs. */
type Send = (request: FastifyRequest, reply: FastifyReply, page: CachedPage) => Promise<void> | void;

/** @param headers that every page has */
export function pageSender(headers: Record<string, string>): Send {
  const all = flat({ ...headers, vary: 'accept-encoding' });
  const lasting = [...all, 'cache-control', FOR_A_MOMENT];
  const failed = [...all, ...flat({ 'cache-control': 'no-store', 'retry-after': RETRY_AFTER })];

  const robots = (page: CachedPage) => (page.isIndexed ? [] : ['x-robots-tag', 'noindex']);

  const write = (request: FastifyRequest, reply: FastifyReply, page: CachedPage, shown: Representation) => {
    // Written past Fastify: all is known and there is nothing left to ask or to hook into, which doubles what one core sends.
    reply.hijack();
    const { raw } = reply;
    if (page.status >= 500) {
      raw.writeHead(page.status, [...failed, ...robots(page), ...described(shown)]).end(bodyFor(request, shown));
      return;
    }
    const known = page.status === 200 ? knownTag(request.headers['if-none-match'], page.digest) : undefined;
    if (known) raw.writeHead(304, [...lasting, ...robots(page), 'etag', known]).end();
    else {
      const headers = [...lasting, ...robots(page), 'etag', shown.etag, ...described(shown)];
      raw.writeHead(page.status, headers).end(bodyFor(request, shown));
    }
  };
  return (request, reply, page) => {
    const made = page.as(encodingFor(request.headers['accept-encoding']));
    if (!(made instanceof Promise)) return write(request, reply, page, made);
    return made.then((shown) => write(request, reply, page, shown));
  };
}

const flat = (headers: Record<string, string>) => Object.entries(headers).flat();

const bodyFor = ({ method }: FastifyRequest, { body }: Representation) => (method === 'HEAD' ? undefined : body);

function described({ encoding, body }: Representation): string[] {
  const length = ['content-type', 'text/html; charset=utf-8', 'content-length', String(body.length)];
  return encoding === 'identity' ? length : [...length, 'content-encoding', encoding];
}

/**
 * The tag by which the browser knows the page as it still is, in whichever encoding it got it.
 *
 * @param header `If-None-Match`: tags, separated by commas
 */
function knownTag(header: string | undefined, digest: string): string | undefined {
  if (header === undefined || !header.includes(digest)) return undefined;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.find((tag) => tag === `"${digest}"` || tag.startsWith(`"${digest}.`));
}
