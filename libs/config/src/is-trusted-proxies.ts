import { isIP } from 'node:net';
import { ValidateBy } from 'class-validator';

/** Names for networks that Fastify's `trustProxy` knows. */
const NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * A list of those whose word about a visitor's address is taken, separated by commas: addresses, networks such as
 * `10.0.0.0/8`, and the names `loopback`, `linklocal` and `uniquelocal`.
 */
export const IsTrustedProxies = () =>
  ValidateBy({
    name: 'isTrustedProxies',
    validator: {
      validate: (value) => typeof value === 'string' && value.split(',').every((part) => isProxy(part.trim())),
      defaultMessage: () => 'must list addresses or networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
    },
  });

function isProxy(part: string): boolean {
  if (NAMES.includes(part)) return true;
  const [address = '', bits, ...rest] = part.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}
