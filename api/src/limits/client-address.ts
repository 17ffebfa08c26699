import { isIPv6 } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/**
 * Whom the limits count for: the address that the request comes from, by TRUST_PROXY. Of an IPv6 address the network,
 * since every household has a /64 of its own and a new address for the asking.
 */
export const clientAddressOf = (request: Pick<FastifyRequest, 'ip'>): string => networkOf(request.ip ?? '');

export const ClientAddress = createParamDecorator((_: undefined, context: ExecutionContext) =>
  clientAddressOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** @returns an IPv4 address as it is, also one that is written as IPv6; of an IPv6 address the first 64 bits */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  // The URL parser writes any form of an IPv6 address in the one that RFC 5952 recommends, all in hexadecimal.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  const [high = 0, low = 0] = all.slice(6);
  const isMapped = all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${all
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
