import { setTimeout as wait } from 'node:timers/promises';
import { WebDriverError } from './webdriver.ts';

/** Milliseconds: long, for a machine may have much else to do. */
const TIMEOUT_MS = 60_000;

/** Transient errors: the page is changing, or another element covers the target. */
const PASSING = new Set([
  'detached shadow root',
  'element click intercepted',
  'element not interactable',
  'invalid element state',
  'no such element',
  'no such window',
  'stale element reference',
]);

/** Repeats `attempt` until it returns a value. @throws an error with the title and the last failure */
export async function waitFor<T>(awaited: string, attempt: () => Promise<T | undefined> | T | undefined): Promise<T> {
  let failure = '';
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await wait(50)) {
    try {
      const result = await attempt();
      if (result !== undefined) return result;
      failure = '';
    } catch (error) {
      if (!(error instanceof WebDriverError) || !PASSING.has(error.code)) throw error;
      failure = `: ${error.message}`;
    }
  }
  throw new Error(`Timed out waiting for ${awaited}${failure}`);
}
