import { LIMITS } from '@portfolio/contracts';

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
