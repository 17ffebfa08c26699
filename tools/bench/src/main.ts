// npm run bench [-- api|images|web|view|start|upload] [-- --json FILE --rounds N --seed N --photos FOLDER]: measures the running product beside
// the least that could do the same.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    /** Rounds of each measurement, where it has rounds. */
    rounds: { type: 'string' },
    /** Of whatever is made by chance. */
    seed: { type: 'string' },
    /** Photographs to render, in the place of painted ones. */
    photos: { type: 'string' },
  },
  allowPositionals: true,
});
const numbers = {
  ...(values.rounds === undefined ? {} : { rounds: Number(values.rounds) }),
  ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
};
// npm runs this in the folder of the project, and files are meant from where npm was called.
const fromThere = (path: string) => resolve(process.env['INIT_CWD'] ?? '', path);
const photos = values.photos === undefined ? undefined : fromThere(values.photos);

/** Each prints its table, and gives what it has measured as it is to be kept: one object a line. */
const BENCHES: Record<string, () => Promise<object[]>> = {
  api: async () => (await import('./api/bench-api.ts')).benchApi(numbers),
  images: async () => (await import('./images/bench-images.ts')).benchImages({ ...numbers, photos }),
  web: async () => (await import('./web/bench-web.ts')).benchWeb(numbers),
  view: async () => (await import('./view/bench-view.ts')).benchView(numbers),
  start: async () => (await import('./start/bench-start.ts')).benchStart(numbers),
  upload: async () => (await import('./upload/bench-upload.ts')).benchUpload({ ...numbers, photos }),
};

const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}. There is: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}

const lines: object[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length === 0 || positionals.includes(name)) lines.push(...(await bench()));
}
if (values.json) await writeFile(fromThere(values.json), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
