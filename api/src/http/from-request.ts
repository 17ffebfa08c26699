import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Session } from '@portfolio/database';
import { networkOf } from '@portfolio/lifecycle';
import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import type { TokenClaims } from '../auth/auth.service.ts';

/** Passport stores the claims of a token as `user`, AdminGuard its session. */
type MaybeSignedIn = FastifyRequest & { user?: TokenClaims; session?: Session | undefined };

export const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<MaybeSignedIn>();

/** Parameter decorator for a value of the request. */
export const fromRequest = <T>(read: (request: MaybeSignedIn) => T) =>
  createParamDecorator((_: undefined, context) => read(requestOf(context)));

/** Client address for rate limits, by TRUST_PROXY. IPv6 addresses count by their /64, which one household shares. */
export const clientAddressOf = (request: Pick<FastifyRequest, 'ip'>): string => networkOf(request.ip ?? '');

export const ClientAddress = fromRequest(clientAddressOf);

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
