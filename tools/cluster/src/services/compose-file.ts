import { parse } from 'yaml';

/** Service of a compose file, as far as a run without containers needs it. */
export interface ComposeService {
  build?: { context: string; target: string };
  command?: string[];
  environment?: Record<string, string>;
  stop_grace_period?: string;
}

/** Parses a compose file and substitutes its variables. @throws for a missing required variable (`:?`) */
export function readCompose(text: string, variables: Record<string, string>): Record<string, ComposeService> {
  const { services } = parse(text, { merge: true }) as { services: Record<string, ComposeService> };
  return substituteAll(services, variables) as Record<string, ComposeService>;
}

function substituteAll(value: unknown, variables: Record<string, string>): unknown {
  if (typeof value === 'string') return substitute(value, variables);
  if (Array.isArray(value)) return value.map((one) => substituteAll(one, variables));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, substituteAll(one, variables)]));
}

/** Substitutes `${NAME}`, `${NAME:-default}`, `${NAME-default}`, `${NAME:?message}` and `$$`, without nesting. */
export function substitute(text: string, variables: Record<string, string>): string {
  return text.replaceAll(
    /\$\$|\$\{(\w+)(?:(:?[-?])([^}]*))?\}/g,
    (_, name: string | undefined, operator = '', rest = '') => {
      if (name === undefined) return '$';
      const value = variables[name];
      const isGiven = operator.startsWith(':') ? value !== undefined && value !== '' : value !== undefined;
      if (isGiven) return value!;
      if (operator.endsWith('?')) throw new Error(`docker-compose.yml requires ${name}: ${rest}`);
      return rest;
    },
  );
}

/** Milliseconds of `1m30s`. */
export function duration(text: string): number {
  const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
  return [...text.matchAll(/(\d+)(ms|s|m|h)/g)].reduce((sum, [, n, unit]) => sum + Number(n) * UNITS[unit!]!, 0);
}

/** Environment and command of an image. */
export interface Stage {
  env: Record<string, string>;
  command: string[];
}

/** Reads ENV and CMD of a Dockerfile's stage and of its base stages. @throws for a missing stage */
export function readStage(text: string, target: string): Stage {
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n');
  const start = lines.findIndex((line) => new RegExp(`^FROM\\s+\\S+\\s+AS\\s+${target}\\s*$`).test(line));
  if (start === -1) throw new Error(`The Dockerfile has no stage ${target}`);
  const base = lines[start]!.split(/\s+/)[1]!;
  const stage: Stage = /^[a-z-]+$/.test(base) ? readStage(text, base) : { env: {}, command: [] };
  for (const line of lines.slice(start + 1)) {
    if (line.startsWith('FROM ')) break;
    if (line.startsWith('CMD ')) stage.command = JSON.parse(line.slice(4)) as string[];
    if (line.startsWith('ENV ')) {
      for (const [, name, value] of line.matchAll(/(\w+)=("[^"]*"|\S+)/g)) {
        stage.env[name!] = value!.replaceAll('"', '');
      }
    }
  }
  return stage;
}
