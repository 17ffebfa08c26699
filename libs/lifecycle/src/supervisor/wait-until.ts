import { setTimeout as wait } from 'node:timers/promises';

export interface WaitOptions {
  timeoutMs?: number;
  intervalMs?: number;
  /** Ends the wait with an AbortError. */
  signal?: AbortSignal;
}

/** Repeats a condition until it is true. @throws Error after the timeout */
export async function waitUntil(condition: () => boolean | Promise<boolean>, options: WaitOptions = {}): Promise<void> {
  const { timeoutMs = 60_000 } = options;
  const isTrue = await eventually(condition, Boolean, options);
  if (!isTrue) throw new Error(`The condition is not true after ${timeoutMs / 1000} seconds`);
}

/** Reads a value until it matches, or until the timeout. @returns the last value */
export async function eventually<T>(
  read: () => T | Promise<T>,
  matches: (value: T) => boolean,
  { timeoutMs = 60_000, intervalMs = 100, signal }: WaitOptions = {},
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (matches(value) || Date.now() > end) return value;
    await wait(intervalMs, undefined, signal ? { signal } : {});
  }
}
