import { StorageUnavailableError } from './storage.ts';

/** Reads an error of the SDK or of Node. */
export function faultOf(error: unknown) {
  const { name, message, code, errors, $metadata } = (error ?? {}) as Record<string, unknown>;
  // An AggregateError of Node, for a host with several addresses, has no message of its own.
  const first = (errors as { message?: unknown }[] | undefined)?.[0];
  const isOfNode = ['Error', 'AggregateError', undefined].includes(name as string | undefined);
  return {
    /** Error code of the store, such as `NoSuchBucket`, or of Node. */
    name: String(isOfNode ? (code ?? 'Error') : name),
    message: String(message === '' && first ? first.message : message),
    /** HTTP status, if there was a response. */
    status: ($metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode,
  };
}

/**
 * Resolves to undefined for a 404 of an object or an upload. A missing bucket is an error, except after HEAD, whose 404 has no
 * error code.
 */
export async function orMissing<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    const { name, status } = faultOf(error);
    if (status === 404 && name !== 'NoSuchBucket') return undefined;
    throw error;
  }
}

/** Converts an error of the SDK, which holds request and response and must not reach the logs. */
export function unavailable(bucket: string, error: unknown): StorageUnavailableError {
  if (error instanceof StorageUnavailableError) return error;
  const { name, message, status } = faultOf(error);
  const response = status === undefined ? '' : ` (${status})`;
  return new StorageUnavailableError(`The bucket ${bucket} cannot be used: ${name}${response}: ${message}`);
}
