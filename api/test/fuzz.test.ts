import { expect, it } from '@jest/globals';
import { runFuzz } from '../fuzz/run-fuzz.ts';
import { startTestApi } from './start-test-api.ts';

/** Requests of the short form; `npm run fuzz` sends 20,000 with another seed each time. */
const REQUESTS = 1_000;

it('whatever is asked, the api answers as it describes itself, tells nothing of its inside and goes on', async () => {
  const api = await startTestApi();
  try {
    const report = await runFuzz(api, { requests: REQUESTS, seed: 3 });

    expect(report.faults).toEqual([]);
    expect(report.requests).toBe(REQUESTS);
    // Enough of them are valid for the inside to be reached, and enough are not.
    const { 200: done = 0, 201: made = 0, 400: invalid = 0, 401: refused = 0 } = report.statuses;
    expect(done + made).toBeGreaterThan(REQUESTS / 5);
    expect(invalid + refused).toBeGreaterThan(REQUESTS / 5);
  } finally {
    await api.stop();
  }
}, 240_000);
