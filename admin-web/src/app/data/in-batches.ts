import { LIMITS } from '@portfolio/contracts';
import toast from 'react-hot-toast';

/**
 * Sends one request per batch of `LIMITS.batch` items, in sequence, until one fails.
 *
 * @param send returns the number of changed items
 * @param onProgress called after each request with the number of items sent
 * @returns number of changed items; after a failure its error and the items remaining
 */
export async function inBatches<T>(
  items: T[],
  send: (batch: T[]) => Promise<number>,
  onProgress: (done: number) => void = () => {},
): Promise<{ count: number } & ({ remaining: []; error?: never } | { remaining: T[]; error: unknown })> {
  let count = 0;
  for (let start = 0; start < items.length; start += LIMITS.batch) {
    const end = Math.min(start + LIMITS.batch, items.length);
    try {
      count += await send(items.slice(start, end));
    } catch (error) {
      return { count, remaining: items.slice(start), error };
    }
    onProgress(end);
  }
  return { count, remaining: [] };
}

/** Changed items of several requests; after a failure its error. */
export interface BatchResult {
  count: number;
  error?: unknown;
}

/** Repeats a request about a batch that the API chooses, until nothing is left or one fails. */
export async function repeatBatch(
  send: () => Promise<{ count: number; left: number }>,
  maxRequests = Infinity,
): Promise<BatchResult> {
  let count = 0;
  try {
    for (let requests = 0; requests < maxRequests; requests += 1) {
      const response = await send();
      count += response.count;
      if (response.count === 0 || response.left === 0) break;
    }
    return { count };
  } catch (error) {
    return { count, error };
  }
}

/** Shows a toast about the changed items, then throws the error, if any. */
export function reportBatches({ count, error }: BatchResult, describe: (count: number) => string): void {
  // A failed batch follows those that succeeded.
  if (count > 0 || !error) toast.success(describe(count));
  if (error) throw error as Error;
}
