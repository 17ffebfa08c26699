import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';

/** Whether a person's browser sends the request from this site, without prerendering and an administrator's token. */
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
