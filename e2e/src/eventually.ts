import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks again and again until the answer is the wanted one.
 *
 * @param within milliseconds
 * @returns the last answer, wanted or not, for the test to judge
 */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  isWanted: (answer: T) => boolean,
  within = 60_000,
): Promise<T> {
  const deadline = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() > deadline) return answer;
    await wait(100);
  }
}
