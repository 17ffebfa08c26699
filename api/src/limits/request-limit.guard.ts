import { type CanActivate, type ExecutionContext, Inject, Injectable, mixin, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddressOf, requestOf } from '../http/from-request.ts';
import { type LimitName, LimitsService } from './limits.service.ts';

/** Whether a visitor requests pictures embedded in JSON, which are never cached. */
export const isAnonymousEmbedRequest = ({ query, headers }: FastifyRequest): boolean =>
  headers.authorization === undefined && typeof query === 'object' && query !== null && 'embed' in query;

/** Rate-limits all requests of a route by client address. @param isCounted all requests by default */
export function RequestLimit(name: LimitName, isCounted = (_: FastifyRequest) => true): Type<CanActivate> {
  @Injectable()
  class RequestLimitGuard implements CanActivate {
    constructor(@Inject(LimitsService) private readonly limits: LimitsService) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = requestOf(context);
      if (isCounted(request)) await this.limits.consume(name, clientAddressOf(request));
      return true;
    }
  }
  return mixin(RequestLimitGuard);
}
