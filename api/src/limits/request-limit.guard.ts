import { type CanActivate, type ExecutionContext, Inject, Injectable, mixin, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddressOf } from './client-address.ts';
import type { LimitName } from './limit-rules.ts';
import { LimitsService } from './limits.service.ts';

/** Whether a visitor asks for pictures inside the answer: no cache keeps it, and it is read from the storage. */
export const isVisitorsEmbed = ({ query, headers }: FastifyRequest): boolean =>
  headers.authorization === undefined && typeof query === 'object' && query !== null && 'embed' in query;

/**
 * Counts every request to the route by its address, whatever comes of it, and refuses those beyond the limit.
 *
 * @param isCounted tells which requests; without it all
 */
export function RequestLimit(name: LimitName, isCounted = (_: FastifyRequest) => true): Type<CanActivate> {
  @Injectable()
  class RequestLimitGuard implements CanActivate {
    constructor(@Inject(LimitsService) private readonly limits: LimitsService) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<FastifyRequest>();
      if (isCounted(request)) await this.limits.consume(name, clientAddressOf(request));
      return true;
    }
  }
  return mixin(RequestLimitGuard);
}
