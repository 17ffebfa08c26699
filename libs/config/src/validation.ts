import { isIP } from 'node:net';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsUrl, Max, Min, ValidateBy } from 'class-validator';
import { faultOfDatabasePassword, faultOfPassword, faultOfSecret } from './weak-secrets.js';

export const combine =
  (...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, property) =>
    rules.forEach((rule) => rule(target, property));

/** Converts the variable to a number, and accepts integers from `min` to `max`. */
export const IsWholeNumber = ({ min, max, message }: { min: number; max: number; message: string }) =>
  combine(
    Type(() => Number),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );

/**
 * A URL with one of the protocols. Its host may be the name of a container: dots are not required, underscores are
 * allowed.
 */
export const IsUrlOf = (protocols: string[], message: string) =>
  IsUrl({ protocols, require_protocol: true, require_tld: false, allow_underscores: true }, { message });

/** Converts `true` and `false`, and accepts nothing else. */
export const IsSwitch = () =>
  combine(
    Transform(({ value }) => ({ true: true, false: false })[String(value)] ?? value),
    IsBoolean({ message: 'must be true or false' }),
  );

/** Converts origins, separated by commas, to a list. */
export const IsOriginList = () =>
  combine(
    Transform(({ value }) => (typeof value === 'string' ? value.split(',').map((origin) => origin.trim()) : value)),
    IsArray(),
    IsUrl(
      { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
      { each: true, message: 'must list origins such as https://admin.example.com' },
    ),
  );

/** A port to listen on; 0 lets the system choose. */
export const IsPort = () => IsWholeNumber({ min: 0, max: 65_535, message: 'must be a port number' });

/** Network names of Fastify's `trustProxy`. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Rule for a variable; it may also read the other variables.
 *
 * @param faultOf returns the fault of a value, in a text that does not contain it; undefined if there is none
 */
export const envRule = <Env extends object>(
  constraint: string,
  faultOf: (value: unknown, env: Env) => string | undefined,
) =>
  ValidateBy({
    name: constraint,
    validator: {
      validate: (value, args) => faultOf(value, args?.object as Env) === undefined,
      defaultMessage: (args) => faultOf(args?.value, args?.object as Env) ?? '',
    },
  });

/** Trusted proxies, separated by commas: addresses, networks such as `10.0.0.0/8`, and network names. */
export const IsTrustedProxies = () =>
  envRule('isTrustedProxies', (value) =>
    typeof value === 'string' && value.split(',').every((part) => isProxy(part.trim()))
      ? undefined
      : 'must list addresses or networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
  );

function isProxy(part: string): boolean {
  if (NETWORK_NAMES.includes(part)) return true;
  const [address = '', bits, ...rest] = part.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

const textRule = (constraint: string, faultOf: (text: string, env: Record<string, unknown>) => string | undefined) =>
  envRule(constraint, (value, env) => (typeof value === 'string' ? faultOf(value, { ...env }) : 'must be text'));

/** A random secret of at least 32 characters. */
export const IsStrongSecret = () =>
  envRule('isStrongSecret', (secret) => {
    const fault = typeof secret === 'string' ? faultOfSecret(secret) : 'must be text';
    return fault && `${fault}: take a secret such as \`openssl rand -base64 48\` prints`;
  });

/** A password that is not easy to guess, and is neither the email address in `emailProperty` nor its name part. */
export const IsStrongPassword = (emailProperty: string) =>
  textRule('isStrongPassword', (password, { [emailProperty]: email }) => {
    const fault = faultOfPassword(password, typeof email === 'string' ? email : undefined);
    return fault && 'is too easy to guess. Choose another.';
  });

/** A database address whose password (else PGPASSWORD), if any, is no default one, unless the database is local. */
export const HasNoDefaultPassword = () =>
  textRule('hasNoDefaultPassword', (address, { PGPASSWORD }) =>
    faultOfDatabasePassword(address, typeof PGPASSWORD === 'string' ? PGPASSWORD : undefined),
  );
