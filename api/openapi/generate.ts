import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Types and doc comments, read from the sources at build: the running API has none (decision 2). */
const output = fileURLToPath(new URL('../src/http/openapi/openapi.generated.json', import.meta.url));

const root = fileURLToPath(new URL('../../', import.meta.url));
const filesIn = (folder: string, suffix: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix))
    .sort()
    .map((name) => join(root, folder, name));
const controllers = filesIn('api/src', '.controller.ts');
const inputs = [...filesIn('api/openapi', '.ts'), ...filesIn('libs/contracts/src', '.ts'), ...controllers];

const hash = createHash('sha256');
for (const file of [...inputs, join(root, 'package-lock.json')]) hash.update(`${file}\n`).update(readFileSync(file));
const version = hash.digest('hex');

if (!existsSync(output) || JSON.parse(readFileSync(output, 'utf8')).version !== version) {
  const { contractSchemas } = await import('./contract-schemas.ts');
  const { routeComments } = await import('./route-comments.ts');
  // A rename is atomic: a build and tests may run at the same time.
  const partial = `${output}.${process.pid}`;
  writeFileSync(partial, JSON.stringify({ version, schemas: contractSchemas(), routes: routeComments(controllers) }));
  renameSync(partial, output);
}
