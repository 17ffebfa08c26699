/** What an error says about itself that helps, and names nobody. */
const TELLING = [
  'code',
  'syscall',
  'errno',
  'status',
  'statusCode',
  'constraint',
  'table',
  'column',
  'routine',
] as const;

/** Errors within errors that are told at most: causes of causes, and those that came together. */
const DEPTH = 4;
const TOGETHER = 5;

/**
 * An error as a log has it. Only what is named here gets in: errors carry along what they were about, such as the values
 * of a query, the row that was there already, or the password with which Redis was asked.
 */
export function describedError(error: unknown, depth = DEPTH): unknown {
  if (!isError(error)) return typeof error === 'string' ? error : { type: typeof error };
  const known = error as Error & Record<string, unknown>;
  const told = TELLING.flatMap((name) => (isPlain(known[name]) ? [[name, known[name]]] : []));
  // TypeORM's errors hold that of the driver, which knows what it was.
  const cause = error.cause ?? known.driverError;
  return {
    type: error.name === 'Error' ? (error.constructor?.name ?? 'Error') : error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(told),
    ...(cause !== undefined && depth > 0 && { cause: describedError(cause, depth - 1) }),
    ...(Array.isArray(known.errors) &&
      depth > 0 && { errors: known.errors.slice(0, TOGETHER).map((one) => describedError(one, depth - 1)) }),
  };
}

/** Not by `instanceof`: Node's own errors are of another realm inside test runners. */
export const isError = (thing: unknown): thing is Error =>
  thing instanceof Error || Object.prototype.toString.call(thing) === '[object Error]';

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';
