import { StorageUnavailableError } from './storage.ts';

interface S3Fault {
  /** The store's own code, such as `NoSuchBucket`, or Node's name of the fault. */
  name: string;
  message: string;
  /** Of the HTTP answer, where there was one. */
  status: number | undefined;
}

/** Not by `instanceof`: the SDK's errors are of another realm inside test runners. */
export function faultOf(error: unknown): S3Fault {
  const { name, message, code, $metadata } = (error ?? {}) as Record<string, unknown>;
  return {
    name: String(name === 'Error' || name === undefined ? (code ?? 'Error') : name),
    message: String(message),
    status: ($metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode,
  };
}

/** Resolves to undefined where the store says 404 of an object or an upload; a bucket that is not there is a fault. */
export async function orMissing<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    const { name, status } = faultOf(error);
    if (status === 404 && name !== 'NoSuchBucket') return undefined;
    throw error;
  }
}

/**
 * What a failed request means for who asked. The SDK's error is told and not passed on: it carries what was asked and
 * answered, and an error ends in logs.
 */
export function awayFrom(bucket: string, error: unknown): StorageUnavailableError {
  if (error instanceof StorageUnavailableError) return error;
  const { name, message, status } = faultOf(error);
  const answered = status === undefined ? '' : ` (${status})`;
  return new StorageUnavailableError(`The bucket ${bucket} cannot be used: ${name}${answered}: ${message}`);
}
