import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Site, type SiteOptions } from './site.ts';

/**
 * Milliseconds, on a machine of any speed: the first file of a run that asks for a demo site waits until everything is built
 * and the demo is painted.
 */
export const FIRST_START = 600_000;

/**
 * A running site with the demo content, for the caller to change as it likes and to stop. The content is painted once
 * in a run of tests; every further site starts on a copy of it, in a few seconds.
 *
 * @param settings what else the site is told
 */
export async function startDemoSite(settings: SiteOptions['settings'] = {}): Promise<Site> {
  const running = Site.running();
  if (running) return running;
  const template = await demoTemplate();
  const dataDir = await mkdtemp(join(runFolder(), 'site-'));
  await chmod(dataDir, 0o755);
  await cp(template, dataDir, { recursive: true });
  return Site.start({ dataDir, settings, discard: true });
}

/** The folder of a site that was stopped in good order, made by the first who asks for it while all others wait. */
async function demoTemplate(): Promise<string> {
  const template = join(runFolder(), 'template');
  const lock = join(runFolder(), 'template.lock');
  while (!existsSync(template)) {
    if (!(await takeLock(lock))) {
      await wait(200);
      continue;
    }
    try {
      if (!existsSync(template)) await paint(template);
    } finally {
      await rmdir(lock);
    }
  }
  return template;
}

/** @returns whether the lock is the caller's now */
const takeLock = (lock: string) =>
  mkdir(lock).then(
    () => true,
    () => false,
  );

async function paint(template: string): Promise<void> {
  const draft = await mkdtemp(join(runFolder(), 'draft-'));
  // Where PostgreSQL has to run as a lesser user than root, that user has to reach its folder.
  await chmod(draft, 0o755);
  const site = await Site.start({ dataDir: draft });
  const { status, left } = await site.stop();
  if (status !== 0 || left.length > 0) throw new Error(`The template's site has not stopped well:\n${site.output}`);
  await rename(draft, template);
}

/** What the tests of a run share; see run/make-folder.js. */
function runFolder(): string {
  const folder = process.env.E2E_RUN_FOLDER;
  if (!folder) throw new Error('E2E_RUN_FOLDER is missing: jest.config.js makes it');
  return folder;
}
