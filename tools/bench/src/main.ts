// npm run bench [-- api|scale|images|web|view|start|upload] [-- --json FILE --rounds N --seed N --photos FOLDER]
// Measures the product beside the smallest program that does the same.
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withTempFolder } from '@portfolio/testing/temp-folder';
import { stopController } from './stop-signal.ts';

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    /** Rounds of each measurement, except for `scale` and the uncached pages of `web`. */
    rounds: { type: 'string' },
    /** Seed of painted photographs. */
    seed: { type: 'string' },
    /** Folder of photographs to use instead of painted ones; for `images` in sRGB, without a gain map. */
    photos: { type: 'string' },
  },
  allowPositionals: true,
});

export interface BenchOptions {
  /** Temporary folder of the bench. */
  folder: string;
  /** An odd number makes each median a measured value. */
  rounds: number;
  seed: number;
  photos: string | undefined;
}

// npm runs this in the folder of the project; paths are relative to the folder of the caller.
const absolutePath = (path: string) => resolve(process.env['INIT_CWD'] ?? '', path);
const options = {
  rounds: Number(values.rounds ?? 5),
  seed: Number(values.seed ?? 1),
  photos: values.photos === undefined ? undefined : absolutePath(values.photos),
};

/** Prints its tables and returns the lines of the JSON file. */
type Bench = (options: BenchOptions) => Promise<object[]>;

const BENCHES: Record<string, () => Promise<{ bench: Bench }>> = {
  api: () => import('./api/bench-api.ts'),
  scale: () => import('./scale/bench-scale.ts'),
  images: () => import('./images/bench-images.ts'),
  web: () => import('./web/bench-web.ts'),
  view: () => import('./view/bench-view.ts'),
  start: () => import('./start/bench-start.ts'),
  upload: () => import('./upload/bench-upload.ts'),
};

const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}. There is: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}

// On Ctrl-C, tools/dev-tool.mjs sends the signal once more.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopController.abort(signal));
const lines: object[] = [];
try {
  for (const [name, load] of Object.entries(BENCHES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const { bench } = await load();
    const measured = await withTempFolder('bench', (folder) => bench({ ...options, folder }));
    lines.push(...measured.map((line) => ({ bench: name, ...line })));
  }
} catch (error) {
  if (!stopController.signal.aborted) throw error;
  console.error('Stopped.');
  process.exit(128 + constants.signals[stopController.signal.reason as NodeJS.Signals]);
}
if (values.json) await writeFile(absolutePath(values.json), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
