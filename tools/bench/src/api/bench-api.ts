import { join } from 'node:path';
import { startLocalPostgres } from '@portfolio/local-postgres';
import { percent, printTable, withSpread } from '@portfolio/testing/statistics';
import { compare, type Comparison } from '../load.ts';
import type { BenchOptions } from '../main.ts';
import { startBareProcess, startService, type NodeProcess } from '../node-process.ts';
import { during } from '../stop-signal.ts';
import { bytesOf, fetchRaw, withoutHeaders } from '../web/raw-response.ts';
import type { BareServerOptions } from './bare-server.ts';
import { API_LARGE, apiSettings, createDatabase, MEASURED, SMALL } from './bench-database.ts';
import { recordCalls, type Call, type RecordedCall } from './recorded-calls.ts';

const ROUND_SECONDS = 1;
/** Pool size of the API, and number of connections: more would measure a queue. */
const POOL_SIZE = 10;
/** Without compression, which would dominate the time. */
const PLAIN = { 'accept-encoding': 'identity' };

/** Lists and details of public pages. Each response has the same number of items in both databases. */
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

/** Public calls of the API beside a bare server with the same queries. */
export async function bench({ folder, rounds }: BenchOptions): Promise<object[]> {
  return during(await startLocalPostgres({ dataDir: join(folder, 'postgres') }), async ({ url }) => {
    const lines: object[] = [];
    for (const [name, size] of Object.entries({ small: SMALL, large: API_LARGE })) {
      const databaseUrl = await createDatabase(url, name, size);
      for (const isCached of [false, true]) {
        const settings = { ...apiSettings(databaseUrl, folder), ANSWER_CACHE: String(isCached) };
        const calls = await recordCalls(CALLS, settings);
        const compared = await during(await startService('api', settings), (api) =>
          compareWithBare(calls, api, { databaseUrl, isCached }, rounds),
        );
        printBare(
          `${size.photos} photos, ${size.comments} comments, ${isCached ? 'with' : 'without'} the response cache`,
          compared,
        );
        lines.push(...compared.map((call) => ({ kind: 'bare', ...size, isCached, ...call })));
      }
    }
    return lines;
  });
}

interface BareComparison extends Call {
  bytes: number;
  queries: number;
  api: Comparison;
  bare: Comparison;
  /** Rate of the API as a share of the bare server's. */
  ratio: number;
}

/** Loads API and bare server in alternating rounds. @throws when their responses differ */
async function compareWithBare(
  calls: RecordedCall[],
  api: NodeProcess,
  setup: Pick<BareServerOptions, 'databaseUrl' | 'isCached'>,
  rounds: number,
): Promise<BareComparison[]> {
  const options: BareServerOptions = { ...setup, poolSize: POOL_SIZE, calls: {} };
  for (const { path, waves } of calls) {
    const { headers, body } = await fetchRaw(api.origin + path, PLAIN);
    options.calls[path] = { waves, headers: withoutHeaders(headers, ['content-length']), body };
  }
  const contender = (name: string, { origin, pid }: NodeProcess) => ({
    ...{ name, origin, pids: [pid], headers: PLAIN, connections: POOL_SIZE },
  });
  return during(await startBareProcess(join(import.meta.dirname, 'bare-server.ts'), options), async (bare) => {
    const contenders = [contender('api', api), contender('bare Node', bare)];
    const compared: BareComparison[] = [];
    for (const { name, path, waves } of calls) {
      const response = await fetchRaw(bare.origin + path, PLAIN);
      if (response.body !== options.calls[path]!.body) throw new Error(`The bare server's response to ${path} differs`);
      const [ofApi, ofBare] = await compare(contenders, [path], { rounds, seconds: ROUND_SECONDS });
      compared.push({
        ...{ name, path, bytes: bytesOf(response), queries: waves.flat().length },
        ...{ api: ofApi!, bare: ofBare!, ratio: ofApi!.ratio },
      });
    }
    return compared;
  });
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
}
