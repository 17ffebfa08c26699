import { join } from 'node:path';
import { startLocalPostgres } from '@portfolio/local-postgres';
import { percent, printTable, withSpread } from '@portfolio/testing/statistics';
import { withTempFolder } from '@portfolio/testing/temp-folder';
import type { BenchOptions } from '../main.ts';
import { startService } from '../service-process.ts';
import { during } from '../stop-signal.ts';
import { apiSettings, createDatabase } from './bench-database.ts';
import { compareWithBare, type BareComparison } from './compare-with-bare.ts';
import { recordCalls } from './recorded-calls.ts';
import { LARGE, MEASURED, SMALL } from './seed.ts';

/** Public call of the API. */
export interface Call {
  name: string;
  path: string;
}

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

const cacheName = (isCached: boolean) => (isCached ? 'with the response cache' : 'without the response cache');

/** Public calls of the API beside a bare server with the same queries. */
export function benchApi({ rounds }: BenchOptions): Promise<object[]> {
  return withTempFolder('bench', async (folder) =>
    during(await startLocalPostgres({ dataDir: join(folder, 'postgres') }), async ({ url }) => {
      const lines: object[] = [];
      for (const [name, size] of Object.entries({ small: SMALL, large: LARGE })) {
        const databaseUrl = await createDatabase(url, name, size);
        for (const isCached of [false, true]) {
          const settings = { ...apiSettings(databaseUrl, folder), ANSWER_CACHE: String(isCached) };
          const waves = await recordCalls(CALLS, settings);
          const compared = await during(await startService('api', settings), (api) =>
            compareWithBare(CALLS, api, { databaseUrl, waves, isCached, rounds }),
          );
          printBare(`${size.photos} photos, ${size.comments} comments, ${cacheName(isCached)}`, compared);
          lines.push(...compared.map((call) => ({ bench: 'api', kind: 'bare', ...size, isCached, ...call })));
        }
      }
      return lines;
    }),
  );
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
