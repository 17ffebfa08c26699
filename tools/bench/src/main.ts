// npm run bench [-- web] [-- --json FILE]: measures the running product beside the least that could do the same.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchWeb } from './web/bench-web.ts';

/** Each prints its table, and gives what it has measured as it is to be kept: one object a line. */
const BENCHES: Record<string, () => Promise<object[]>> = { web: benchWeb };

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true });
const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}. There is: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}

const lines: object[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length === 0 || positionals.includes(name)) lines.push(...(await bench()));
}
if (values.json) {
  // npm runs this in the folder of the project, and the file is meant from where npm was called.
  const file = resolve(process.env['INIT_CWD'] ?? '', values.json);
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
