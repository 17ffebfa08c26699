import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { networkOf } from '@portfolio/lifecycle';
import type { FastifyRequest } from 'fastify';

/**
 * Whom the limits count for: the address that the request comes from, by TRUST_PROXY. Of an IPv6 address the network,
 * since every household has a /64 of its own and a new address for the asking.
 */
export const clientAddressOf = (request: Pick<FastifyRequest, 'ip'>): string => networkOf(request.ip ?? '');

export const ClientAddress = createParamDecorator((_: undefined, context: ExecutionContext) =>
  clientAddressOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
