import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@portfolio/testing/repository';
import { PRISTINE, snapshotDatabase } from './restore-site.ts';
import { Site } from './site.ts';

const CACHE = join(ROOT, 'node_modules/.cache/e2e-site');
const PICTURES = 'tools/demo/pictures';

/** Projects whose builds create the demo content. */
const BUILDS = ['api', 'worker', 'libs', 'tools/demo', 'tools/site'];
/** Other files that the template depends on. */
const FILES = ['package-lock.json', 'e2e/src/site/site-template.ts', 'e2e/src/site/restore-site.ts'];

/**
 * Data folder of a stopped site with the demo content, created once per build, in about 15 seconds. Concurrent calls are
 * safe.
 */
export async function siteTemplate(): Promise<string> {
  const name = buildHash();
  const template = join(CACHE, name);
  if (existsSync(template)) return template;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  try {
    await chmod(draft, 0o755);
    await fill(draft);
    await rename(draft, template);
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    // Another process may have created the template first.
    if (!existsSync(template)) throw error;
  }
  const old = (await readdir(CACHE)).filter((entry) => entry !== name && !entry.startsWith('draft-'));
  for (const entry of old) await rm(join(CACHE, entry), { recursive: true, force: true });
  return template;
}

async function fill(dataDir: string): Promise<void> {
  const site = await Site.start({ dataDir });
  const { status, left } = await site.stop();
  if (status !== 0 || left.length > 0) throw new Error(`The template's site did not stop in order:\n${site.output}`);
  await snapshotDatabase(dataDir);
}

function buildHash(): string {
  const hash = createHash('sha256').update(`${process.version} ${PRISTINE}`);
  const add = (path: string) => hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  const walk = (folder: string, isBuilt: boolean) => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') walk(path, isBuilt || entry.name === 'dist');
      } else if (isBuilt && entry.name.endsWith('.js')) add(path);
    }
  };
  for (const folder of BUILDS) walk(folder, false);
  for (const picture of readdirSync(join(ROOT, PICTURES)).sort()) add(join(PICTURES, picture));
  for (const file of FILES) add(file);
  return hash.digest('hex').slice(0, 16);
}
