import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessCookieOf } from './pages.ts';
import { forwardedHeaders } from './proxies.ts';

const TIMEOUT_MS = 5_000;

/**
 * Opens the gallery of a preview link: passes the API's cookie on, and redirects to the gallery's page.
 *
 * @returns false for an unknown, revoked or expired link
 * @throws an error with status 503 when the API is unavailable
 */
export async function openPreview(request: FastifyRequest, reply: FastifyReply, apiOrigin: string): Promise<boolean> {
  const { token } = request.query as Record<string, unknown>;
  const { 'user-agent': browser = '', 'sec-purpose': purpose } = request.headers;
  const isPageView = request.method === 'GET' && purpose === undefined;
  const opened = await fetch(`${apiOrigin}/api/previews/open`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // Without it the API does not record the use of the link.
      'user-agent': isPageView ? browser : '',
      ...accessCookieOf(request),
      ...forwardedHeaders(request),
    },
    body: JSON.stringify({ token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then(async (response) => ({ response, body: (await response.json()) as { slug: string } }))
    .catch(() => undefined);
  if (!opened || opened.response.status >= 500)
    throw Object.assign(new Error('The API is unavailable'), { statusCode: 503 });
  const { response, body } = opened;
  if (response.status !== 200) return false;
  void reply
    .headers({ 'cache-control': 'no-store', 'set-cookie': response.headers.get('set-cookie') ?? '' })
    .redirect(`/gallery/${encodeURIComponent(body.slug)}`, 303);
  return true;
}
