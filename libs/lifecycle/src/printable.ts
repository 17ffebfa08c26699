import { describedError, isError } from './described-error.ts';

/** What helps nobody in a log, and may hold anything: a visitor's headers and forms, the values of a query, a row. */
const NEVER = new Set(['headers', 'rawHeaders', 'body', 'parameters', 'detail']);

/** Secrets that are no text, which the last look at each line would not see. */
const SECRET = /password|passwd|authorization|cookie|token|secret|ticket/i;

/** Objects within objects that are told at most. */
const DEPTH = 8;

/** Told by their own describers. */
const DESCRIBED = new Set(['req', 'res']);

/** The fields of a line as they may be told: errors described, wherever they are, and nothing that is never told. */
export function printable(fields: object, depth = DEPTH): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => !NEVER.has(name) && value !== undefined)
      .map(([name, value]) => [name, DESCRIBED.has(name) ? value : told(name, value, depth - 1)]),
  );
}

function told(name: string, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (SECRET.test(name)) return '[hidden]';
  if (isError(value)) return describedError(value);
  if (value instanceof Date) return value;
  if (depth === 0) return '[deep]';
  if (Array.isArray(value)) return value.map((one) => told('', one, depth - 1));
  // A connection, a request or a row as a whole tells too much.
  const kind = Object.getPrototypeOf(value)?.constructor?.name ?? 'Object';
  return kind === 'Object' ? printable(value, depth) : `[${kind}]`;
}
