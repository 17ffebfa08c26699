import { expect, it } from '@jest/globals';
import { isFullLevel } from '@portfolio/testing';
import { runFuzz } from '../fuzz/run-fuzz.ts';
import { startTestApi } from '../start-test-api.ts';

/** `npm run fuzz` sends as many as the full level, with a random seed. */
const REQUESTS = isFullLevel ? 20_000 : 500;
const TIMEOUT_MS = isFullLevel ? 3_600_000 : 240_000;

it(
  'random requests get responses as described, without internal details',
  async () => {
    const api = await startTestApi();
    try {
      const report = await runFuzz(api, { requests: REQUESTS, seed: 3 });

      expect(report.faults).toEqual([]);
      expect(report.requests).toBe(REQUESTS);
      // Both valid and invalid requests occur.
      const { 200: done = 0, 201: made = 0, 400: invalid = 0, 401: refused = 0 } = report.statuses;
      expect(done + made).toBeGreaterThan(REQUESTS / 5);
      expect(invalid + refused).toBeGreaterThan(REQUESTS / 5);
    } finally {
      await api.stop();
    }
  },
  TIMEOUT_MS,
);
