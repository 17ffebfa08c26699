import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi, type ApiChild } from './api-child.ts';
import { CALLS } from './calls.ts';
import { compareWithBare } from './compare-with-bare.ts';
import { compareSizes } from './compare-sizes.ts';
import { startDatabases } from './databases.ts';
import { printBare, printSizes } from './print.ts';
import { recordCalls } from './recorded.ts';
import { LARGE, SMALL } from './seed.ts';

/**
 * The public calls of the api beside a bare server with the same queries, on a small database and on a large one, and what
 * the larger one costs.
 */
export async function benchApi({ rounds = 5 }: { rounds?: number } = {}): Promise<object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-api-'));
  // Where PostgreSQL has to run as a lesser user than root, that user has to reach its folder.
  await chmod(folder, 0o755);
  const databases = await startDatabases(folder);
  const apis: ApiChild[] = [];
  try {
    const figures = [];
    for (const [name, size] of Object.entries({ small: SMALL, large: LARGE })) {
      const databaseUrl = await databases.add(name, size);
      for (const areKept of [false, true]) {
        const settings = { ANSWER_CACHE: String(areKept) };
        const options = { databaseUrl, folder, settings };
        const waves = await recordCalls(CALLS, options);
        const api = await startApi(options);
        apis.push(api);
        const compared = await compareWithBare(CALLS, api, { databaseUrl, waves, areKept, rounds });
        const how = areKept ? 'given again while nothing has changed' : 'made anew for each request';
        console.log(`\n${size.photos} photos, ${size.comments} comments, answers ${how}`);
        printBare(compared);
        figures.push(...compared.map((call) => ({ bench: 'api', kind: 'bare', ...size, areKept, ...call })));
      }
    }
    const [smallAnew, smallKept, largeAnew, largeKept] = apis.map(({ origin }) => origin);
    for (const [areKept, small = '', large = ''] of [
      [false, smallAnew, largeAnew],
      [true, smallKept, largeKept],
    ] as const) {
      const sizes = await compareSizes(CALLS, { small, large });
      console.log(`\nOne request after the other, answers ${areKept ? 'given again' : 'made anew'}`);
      printSizes(sizes);
      figures.push(...sizes.map((call) => ({ bench: 'api', kind: 'size', areKept, ...call })));
    }
    return figures;
  } finally {
    await Promise.all(apis.map((api) => api.stop()));
    await databases.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
