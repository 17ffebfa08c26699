import { parse } from 'yaml';

/** What of a service in a compose file matters to run it without containers. */
export interface ComposeService {
  image?: string;
  build?: { context: string; target: string };
  command?: string[];
  environment?: Record<string, string>;
  stop_grace_period?: string;
}

/**
 * Reads a compose file as Compose does, variables put in.
 *
 * @throws for a variable that is `:?` wanted and not given
 */
export function readCompose(text: string, variables: Record<string, string>): Record<string, ComposeService> {
  const { services } = parse(text, { merge: true }) as { services: Record<string, ComposeService> };
  return interpolated(services, variables) as Record<string, ComposeService>;
}

function interpolated(value: unknown, variables: Record<string, string>): unknown {
  if (typeof value === 'string') return interpolate(value, variables);
  if (Array.isArray(value)) return value.map((one) => interpolated(one, variables));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, interpolated(one, variables)]));
}

/** `${NAME}`, `${NAME:-default}`, `${NAME-default}`, `${NAME:?message}` and `$$`; none within another. */
export function interpolate(text: string, variables: Record<string, string>): string {
  return text.replaceAll(
    /\$\$|\$\{(\w+)(?:(:?[-?])([^}]*))?\}/g,
    (whole, name: string | undefined, operator = '', rest = '') => {
      if (name === undefined) return '$';
      const value = variables[name];
      const isGiven = operator.startsWith(':') ? value !== undefined && value !== '' : value !== undefined;
      if (isGiven) return value!;
      if (operator.endsWith('?')) throw new Error(`docker-compose.yml wants ${name}: ${rest}`);
      if (operator.endsWith('-')) return rest;
      return operator === '' ? '' : whole;
    },
  );
}

/** Milliseconds of `1m30s`. */
export function duration(text: string): number {
  const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
  return [...text.matchAll(/(\d+)(ms|s|m|h)/g)].reduce((sum, [, n, unit]) => sum + Number(n) * UNITS[unit!]!, 0);
}
