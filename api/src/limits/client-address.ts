import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { networkOf } from '@portfolio/lifecycle';
import type { FastifyRequest } from 'fastify';

/** Client address for rate limits, by TRUST_PROXY. IPv6 addresses count by their /64, which one household shares. */
export const clientAddressOf = (request: Pick<FastifyRequest, 'ip'>): string => networkOf(request.ip ?? '');

export const ClientAddress = createParamDecorator((_: undefined, context: ExecutionContext) =>
  clientAddressOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
