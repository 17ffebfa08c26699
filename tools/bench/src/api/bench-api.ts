import { Agent } from 'node:http';
import { join } from 'node:path';
import { createDataSource } from '@portfolio/database';
import { launchProcess } from '@portfolio/lifecycle/supervisor';
import { startLocalPostgres } from '@portfolio/local-postgres';
import { median, percent, printTable, withSpread } from '@portfolio/testing/statistics';
import { withTempFolder } from '@portfolio/testing/temp-folder';
import { timeRequests } from '../load.ts';
import type { BenchOptions } from '../main.ts';
import { startService, type ServiceProcess } from '../service-process.ts';
import { ROOT } from '../site.ts';
import { compareWithBare, type BareComparison } from './compare-with-bare.ts';
import { recordCalls } from './recorded-calls.ts';
import { LARGE, MEASURED, seed, SMALL, type Size } from './seed.ts';

/** Public call of the API. */
export interface Call {
  name: string;
  path: string;
}

/** Lists and details of public pages. They have the same size in both databases. */
const CALLS: Call[] = [
  { name: 'photos, 100', path: '/api/photos' },
  { name: `photos of a gallery, ${MEASURED.photos}`, path: `/api/photos?gallery_id=${MEASURED.galleryId}` },
  { name: `photos by a search, ${MEASURED.found}`, path: `/api/photos?search=${MEASURED.word}` },
  { name: 'a photo', path: `/api/photos/${MEASURED.photoId}` },
  { name: 'galleries, 45', path: '/api/galleries' },
  { name: `a gallery with its ${MEASURED.photos} photos`, path: `/api/galleries/${MEASURED.slug}` },
  { name: `comments of a photo, ${MEASURED.comments}`, path: `/api/comments/photo/${MEASURED.photoId}` },
  { name: 'news, 20', path: '/api/news' },
  { name: 'a news item', path: '/api/news/1' },
  { name: 'settings', path: '/api/public/settings' },
];

/** Rounds of sequential requests, and requests of a round. */
const SEQUENTIAL_ROUNDS = 15;

const cacheName = (isCached: boolean) => (isCached ? 'with the response cache' : 'without the response cache');

/** Public calls of the API beside a bare server with the same queries, and the cost of a larger database. */
export async function benchApi({ rounds }: BenchOptions): Promise<object[]> {
  return withTempFolder('bench', async (folder) => {
    const postgres = await startLocalPostgres({ dataDir: join(folder, 'postgres') });
    const apis: ServiceProcess[] = [];
    try {
      const lines: object[] = [];
      for (const [name, size] of Object.entries({ small: SMALL, large: LARGE })) {
        const databaseUrl = await createDatabase(postgres.url, name, size);
        for (const isCached of [false, true]) {
          const settings = { ...apiSettings(databaseUrl, folder), ANSWER_CACHE: String(isCached) };
          const waves = await recordCalls(CALLS, settings);
          const api = await startService('api', settings);
          apis.push(api);
          const compared = await compareWithBare(CALLS, api, { databaseUrl, waves, isCached, rounds });
          printBare(`${size.photos} photos, ${size.comments} comments, ${cacheName(isCached)}`, compared);
          lines.push(...compared.map((call) => ({ bench: 'api', kind: 'bare', ...size, isCached, ...call })));
        }
      }
      for (const isCached of [false, true]) {
        const [small, large] = apis.filter((_, index) => index % 2 === Number(isCached));
        const sizes = await compareSizes(small!.origin, large!.origin);
        printTable(
          `Sequential requests, ${cacheName(isCached)}`,
          ['call, one at a time', 'small ms', 'large ms', 'ratio'],
          sizes.map(({ name, small, large, ratio }) => [name, small.toFixed(2), large.toFixed(2), percent(ratio)]),
        );
        lines.push(...sizes.map((call) => ({ bench: 'api', kind: 'size', isCached, ...call })));
      }
      return lines;
    } finally {
      await Promise.all(apis.map((api) => api.stop()));
      await postgres.stop();
    }
  });
}

/** @param folder for storage and uploads, which stay empty */
const apiSettings = (databaseUrl: string, folder: string) => ({
  PORT: '0',
  HOST: '127.0.0.1',
  TRUST_PROXY: 'loopback',
  DATABASE_URL: databaseUrl,
  STORAGE_DIR: join(folder, 'storage'),
  UPLOAD_DIR: join(folder, 'uploads'),
  JWT_SECRET: '9e1c64f1b7a0d35c8e27f6b94a0d13587cbe2f90',
});

async function createDatabase(url: string, name: string, size: Size): Promise<string> {
  const address = new URL(url);
  address.pathname = `/${name}`;
  await withDatabase(url, (admin) => admin.query(`create database ${name}`));
  const env = { DATABASE_URL: address.href };
  const migrate = { name: 'migrate', command: process.execPath, args: [join(ROOT, 'api/dist/migrate.js')], env };
  await launchProcess({ ...migrate, startTimeoutMs: 0 }).finished();
  await withDatabase(address.href, (database) => seed(database, size));
  return address.href;
}

type Database = ReturnType<typeof createDataSource>;

async function withDatabase(url: string, action: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await createDataSource({ url, poolSize: 1 }).initialize();
  try {
    await action(database);
  } finally {
    await database.destroy();
  }
}

/** Times of both APIs in alternating rounds over one connection each, in milliseconds. */
async function compareSizes(smallOrigin: string, largeOrigin: string) {
  const agents = [smallOrigin, largeOrigin].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const lines = [];
  for (const call of CALLS) {
    const rounds = [];
    for (let round = 0; round <= SEQUENTIAL_ROUNDS; round += 1) {
      const small = median(await timeRequests(agents[0]!, smallOrigin + call.path, SEQUENTIAL_ROUNDS));
      const large = median(await timeRequests(agents[1]!, largeOrigin + call.path, SEQUENTIAL_ROUNDS));
      // The first round is the warm-up.
      if (round > 0) rounds.push({ small, large });
    }
    lines.push({
      ...call,
      small: median(rounds.map(({ small }) => small)),
      large: median(rounds.map(({ large }) => large)),
      ratio: median(rounds.map(({ small, large }) => large / small)),
    });
  }
  for (const agent of agents) agent.destroy();
  return lines;
}

function printBare(heading: string, calls: BareComparison[]): void {
  const rate = ({ rate, spread }: BareComparison['api']) => withSpread(Math.round(rate), spread);
  printTable(
    heading,
    ['call', 'bytes', 'queries', 'api req/s', 'bare req/s', 'ratio', 'p99 ms', 'bare', 'µs', 'bare'],
    calls.map(({ name, bytes, queries, api, bare, ratio }) => [
      ...[name, bytes, queries, rate(api), rate(bare), percent(ratio)],
      ...[api.p99, bare.p99, api.processor, bare.processor],
    ]),
  );
  const peak = (side: 'api' | 'bare') => Math.max(...calls.map((call) => call[side].peak));
  console.log(`\nPeak memory: api ${peak('api')} MB, bare server ${peak('bare')} MB`);
}
