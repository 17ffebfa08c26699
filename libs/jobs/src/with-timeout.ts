import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds to wait for the queue before it counts as away. */
const PATIENCE = 4_000;

/**
 * The answer, unless it takes longer than the queue is waited for.
 *
 * @throws what the answer throws, or an error that says that there was none
 */
export async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  const patience = new AbortController();
  // An answer that comes too late must not become an unhandled rejection.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, wait(PATIENCE, undefined, { signal: patience.signal }).then(noAnswer)]);
  } finally {
    patience.abort();
  }
}

function noAnswer(): never {
  throw new Error(`There was no answer within ${PATIENCE} ms`);
}
