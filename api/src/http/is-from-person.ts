import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';

/**
 * Whether a person's browser sent the request: no bot, no prefetch, no cross-site request and no administrator's token. A
 * missing `Sec-Fetch-Site` counts as same-origin.
 */
export function isFromPerson({ headers }: FastifyRequest): boolean {
  const { 'user-agent': browser, 'sec-fetch-site': site = 'same-origin' } = headers;
  const isPrerendered = headers['sec-purpose'] !== undefined;
  return (
    Boolean(browser) &&
    headers.authorization === undefined &&
    site === 'same-origin' &&
    !isPrerendered &&
    !isbot(browser)
  );
}
