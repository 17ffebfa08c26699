/** Properties of errors that are logged. Others may hold the values of a query, a row or a password. */
const LOGGED_PROPERTIES = [
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

/** Levels of nested causes, and errors of one AggregateError, that are logged. */
const MAX_CAUSES = 4;
const MAX_ERRORS = 5;

/** Fields that are never logged: headers, forms, values of a query, rows. */
const DROPPED = new Set(['headers', 'rawHeaders', 'body', 'parameters', 'detail']);

/** Word in the name of a secret field or variable. */
export const SECRET_NAME = /password|passwd|authorization|cookie|token|secret|ticket|api[-_]?key/i;

/** Levels of nested objects that are logged. */
const MAX_DEPTH = 8;

/** Fields with serializers of their own. */
const SERIALIZED = new Set(['req', 'res']);

/** Fields of a log line: errors serialized at every level, secrets hidden, dropped fields left out. */
export function logFields(fields: object, depth = MAX_DEPTH): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => !DROPPED.has(name) && value !== undefined)
      .map(([name, value]) => [name, SERIALIZED.has(name) ? value : logValue(name, value, depth - 1)]),
  );
}

function logValue(name: string, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Not text, so `redactSecrets` would miss it.
  if (SECRET_NAME.test(name)) return '[hidden]';
  if (isError(value)) return serializeError(value);
  if (value instanceof Date) return value;
  if (depth === 0) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => logValue('', item, depth - 1));
  // A whole connection, request or row would reveal too much.
  const kind = Object.getPrototypeOf(value)?.constructor?.name ?? 'Object';
  return kind === 'Object' ? logFields(value, depth) : `[${kind}]`;
}

function serializeError(error: unknown, depth = MAX_CAUSES): unknown {
  if (!isError(error)) return typeof error === 'string' ? error : { type: typeof error };
  const known = error as Error & Record<string, unknown>;
  const properties = LOGGED_PROPERTIES.flatMap((name) =>
    ['string', 'number'].includes(typeof known[name]) ? [[name, known[name]]] : [],
  );
  // TypeORM wraps the error of the driver.
  const cause = error.cause ?? known.driverError;
  return {
    type: error.name === 'Error' ? (error.constructor?.name ?? 'Error') : error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(properties),
    ...(cause !== undefined && depth > 0 && { cause: serializeError(cause, depth - 1) }),
    ...(Array.isArray(known.errors) &&
      depth > 0 && { errors: known.errors.slice(0, MAX_ERRORS).map((item) => serializeError(item, depth - 1)) }),
  };
}

/** Works across realms, unlike `instanceof`: in a test runner Node's own errors come from another one. */
export const isError = (value: unknown): value is Error =>
  value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
