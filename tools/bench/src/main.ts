// npm run bench [-- api|scale|images|web|view|start|upload] [-- --json FILE --rounds N --seed N --photos FOLDER]
// Measures the product beside the smallest program that does the same.
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stopController } from './stop-signal.ts';

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    /** Rounds of each measurement. */
    rounds: { type: 'string' },
    /** Seed of painted photographs. */
    seed: { type: 'string' },
    /** Folder of photographs to use instead of painted ones. */
    photos: { type: 'string' },
  },
  allowPositionals: true,
});

export interface BenchOptions {
  /** Odd, so that the median is a measured value. */
  rounds: number;
  seed: number;
  photos: string | undefined;
}

// npm runs this in the folder of the project; paths are relative to the folder of the caller.
const absolutePath = (path: string) => resolve(process.env['INIT_CWD'] ?? '', path);
const options: BenchOptions = {
  rounds: Number(values.rounds ?? 5),
  seed: Number(values.seed ?? 1),
  photos: values.photos === undefined ? undefined : absolutePath(values.photos),
};

/** Each prints its tables and returns the lines of the JSON file. */
const BENCHES: Record<string, () => Promise<object[]>> = {
  api: async () => (await import('./api/bench-api.ts')).benchApi(options),
  scale: async () => (await import('./scale/bench-scale.ts')).benchScale(),
  images: async () => (await import('./images/bench-images.ts')).benchImages(options),
  web: async () => (await import('./web/bench-web.ts')).benchWeb(options),
  view: async () => (await import('./view/bench-view.ts')).benchView(options),
  start: async () => (await import('./start/bench-start.ts')).benchStart(options),
  upload: async () => (await import('./upload/bench-upload.ts')).benchUpload(options),
};

const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}. There is: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopController.abort(signal));
const lines: object[] = [];
try {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (positionals.length === 0 || positionals.includes(name)) lines.push(...(await bench()));
  }
} catch (error) {
  if (!stopController.signal.aborted) throw error;
  console.error('Stopped.');
  process.exit(128 + constants.signals[stopController.signal.reason as NodeJS.Signals]);
}
if (values.json) await writeFile(absolutePath(values.json), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
