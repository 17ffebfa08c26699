import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from '../http/encoding-for.ts';
import { CachedPage } from '../cache/cached-page.ts';

/** Something that is found at an address and is no page for people. */
export interface SeoDocument {
  type: string;
  content: CachedPage;
}

export const toDocument = (type: string, text: string): SeoDocument => ({
  type,
  content: new CachedPage(200, Buffer.from(text)),
});

/** Whoever has a copy asks whether it still holds, so that what was hidden is gone from all of them. */
const ASK_AGAIN = 'public, no-cache';

export async function sendDocument(request: FastifyRequest, reply: FastifyReply, { type, content }: SeoDocument) {
  const { encoding, body, etag } = await content.as(encodingFor(request.headers['accept-encoding']));
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': ASK_AGAIN });
  if (request.headers['if-none-match']?.includes(content.digest)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  // Nothing in it is a page, should a browser show it as one.
  return reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'").type(type).send(body);
}
