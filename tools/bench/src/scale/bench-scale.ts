import { join } from 'node:path';
import { Api, signIn } from '@portfolio/api-client';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { startLocalPostgres } from '@portfolio/local-postgres';
import { median, printTable } from '@portfolio/testing/statistics';
import { apiSettings, createDatabase, SCALE_LARGE, SMALL, type Size } from '../api/bench-database.ts';
import type { BenchOptions } from '../main.ts';
import { startService } from '../node-process.ts';
import { during } from '../stop-signal.ts';
import { CALLS, type ScaleCall } from './calls.ts';

/** Measured rounds: each calls both sites once. Odd, so that the last round is even. */
const REPEATS = 15;

interface Site {
  origin: string;
  size: Size;
  token: string;
}

/** Each call of the API with 200 photos and with 100,000, uncached and one at a time. The aim is a ratio of 1.3. */
export async function bench({ folder }: BenchOptions): Promise<object[]> {
  return during(await startLocalPostgres({ dataDir: join(folder, 'postgres') }), async ({ url }) =>
    during(await startSite(url, 'small', SMALL, folder), async (small) =>
      during(await startSite(url, 'large', SCALE_LARGE, folder), (large) => measure([small, large])),
    ),
  );
}

async function measure(sites: [Site, Site]): Promise<object[]> {
  const lines = [];
  for (const call of CALLS) lines.push(await compare(call, sites));
  printTable(
    `${SMALL.photos} photos and ${SCALE_LARGE.photos}`,
    ['call', 'small ms', 'large ms', 'ratio'],
    lines.map(({ name, small, large }) => [name, small.toFixed(2), large.toFixed(2), (large / small).toFixed(2)]),
  );
  return lines;
}

async function startSite(url: string, name: string, size: Size, folder: string) {
  const databaseUrl = await createDatabase(url, name, size);
  const settings = { ...apiSettings(databaseUrl, folder), ANSWER_CACHE: 'false', DEMO: 'true' };
  const { origin, stop } = await startService('api', settings);
  const { email, password } = DEMO_ACCOUNT;
  const { token } = await signIn(new Api({ origin }), { email, password });
  return { origin, stop, size, token };
}

/**
 * Median milliseconds of a call at both sizes. Of a change, those of its even or odd rounds, whichever slow down more with
 * the size. The first rounds are the warm-up.
 */
export async function compare(call: ScaleCall, [small, large]: [Site, Site]) {
  const { who, method = 'GET', body } = call;
  const parities = method === 'PUT' ? 2 : 1;
  const times = Array.from({ length: parities }, () => ({ small: [] as number[], large: [] as number[] }));
  for (let round = -5; round < REPEATS; round += 1) {
    for (const [name, site] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const time = await timeCall(call, site, round);
      if (round >= 0) times[round % parities]![name].push(time);
    }
  }
  const medians = times.map((each) => ({ small: median(each.small), large: median(each.large) }));
  const growths = medians.map((each) => each.large / each.small);
  const parity = growths.indexOf(Math.max(...growths));
  const name = [who, method, pathOf(call, large.size), body && JSON.stringify(body(parity)).slice(0, 60)]
    .filter(Boolean)
    .join(' ');
  return { name, ...medians[parity]! };
}

const pathOf = ({ path }: ScaleCall, size: Size) => (typeof path === 'string' ? path : path(size));

async function timeCall(call: ScaleCall, { origin, token, size }: Site, round: number): Promise<number> {
  const headers = {
    ...(call.who === 'administrator' && { authorization: `Bearer ${token}` }),
    ...(call.body && { 'content-type': 'application/json' }),
  };
  const request = {
    method: call.method ?? 'GET',
    headers,
    ...(call.body && { body: JSON.stringify(call.body(round)) }),
  };
  const start = performance.now();
  const response = await fetch(origin + pathOf(call, size), request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${pathOf(call, size)} responded with ${response.status}: ${text}`);
  return performance.now() - start;
}
