import { type CanActivate, type ExecutionContext, Inject, Injectable, mixin, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientAddressOf } from './client-address.ts';
import type { LimitName } from './limit-rules.ts';
import { LimitsService } from './limits.service.ts';

/** Counts every request to the route by its address, whatever comes of it, and refuses those beyond the limit. */
export function RequestLimit(name: LimitName): Type<CanActivate> {
  @Injectable()
  class RequestLimitGuard implements CanActivate {
    constructor(@Inject(LimitsService) private readonly limits: LimitsService) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      await this.limits.spend(name, clientAddressOf(context.switchToHttp().getRequest<FastifyRequest>()));
      return true;
    }
  }
  return mixin(RequestLimitGuard);
}
