import { LIMITS } from '@portfolio/contracts';

/**
 * Asks for something for as many at a time as one request takes, one request after the other, up to the first that fails.
 *
 * @param ask gives how many there were
 * @param onProgress told after each request how many have been asked for
 * @returns how many there were in all; and with the error of a request that failed, those that it was not done to
 */
export async function inBatches<T>(
  items: T[],
  ask: (batch: T[]) => Promise<number>,
  onProgress: (done: number) => void = () => {},
): Promise<{ count: number } & ({ left: []; error?: never } | { left: T[]; error: unknown })> {
  let count = 0;
  for (let start = 0; start < items.length; start += LIMITS.batch) {
    const end = Math.min(start + LIMITS.batch, items.length);
    try {
      count += await ask(items.slice(start, end));
    } catch (error) {
      return { count, left: items.slice(start), error };
    }
    onProgress(end);
  }
  return { count, left: [] };
}
