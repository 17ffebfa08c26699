import { isIPv6 } from 'node:net';

/**
 * Identity of a client for rate limits.
 *
 * @returns an IPv4 address as it is, also when it is mapped to IPv6; of an IPv6 address the first 64 bits
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  // The URL parser normalizes IPv6 as RFC 5952 recommends, in hexadecimal throughout.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [groups(head), groups(tail)];
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  const [high = 0, low = 0] = all.slice(6);
  const isMapped = all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = all.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** @returns the /48 around a /64 of `networkOf`, which one customer may own; undefined for IPv4 */
export function prefix48Of(network: string): string | undefined {
  const [, prefix] = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(network) ?? [];
  return prefix && `${prefix}::/48`;
}
