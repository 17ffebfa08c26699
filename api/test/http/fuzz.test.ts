import { expect, it } from '@jest/globals';
import { isFullLevel } from '@portfolio/testing';
import { runFuzz } from '../../fuzz/run-fuzz.ts';
import { startTestApi } from '../start-test-api.ts';

/** `npm run fuzz` sends as many as the long form, with another seed each time. */
const REQUESTS = isFullLevel ? 20_000 : 500;
const TIMEOUT_MS = isFullLevel ? 3_600_000 : 240_000;

it(
  'whatever is asked, the api answers as it describes itself, tells nothing of its inside and goes on',
  async () => {
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
  },
  TIMEOUT_MS,
);
