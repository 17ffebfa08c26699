import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Site, type SiteOptions } from './site.ts';

/**
 * A running site with the demo content, for the caller to change as it likes and to stop. The content is painted once
 * in a run of tests; every further site starts on a copy of it, in a few seconds.
 *
 * @param settings what else the site is told
 */
export async function startDemoSite(settings: SiteOptions['settings'] = {}): Promise<Site> {
  const template = await demoTemplate();
  const dataDir = await mkdtemp(join(runFolder(), 'site-'));
  await chmod(dataDir, 0o755);
  await cp(template, dataDir, { recursive: true });
  return Site.start({ dataDir, settings, discard: true });
}

/** The folder of a site that was stopped in good order, made by the first who asks for it. */
async function demoTemplate(): Promise<string> {
  const template = join(runFolder(), 'template');
  if (existsSync(template)) return template;
  const draft = await mkdtemp(join(runFolder(), 'draft-'));
  // Where PostgreSQL has to run as a lesser user than root, that user has to reach its folder.
  await chmod(draft, 0o755);
  const site = await Site.start({ dataDir: draft });
  const { status, left } = await site.stop();
  if (status !== 0 || left.length > 0) throw new Error(`The template's site has not stopped well:\n${site.output}`);
  await rename(draft, template);
  return template;
}

/** What the tests of a run share; see run/make-folder.js. */
function runFolder(): string {
  const folder = process.env.E2E_RUN_FOLDER;
  if (!folder) throw new Error('E2E_RUN_FOLDER is missing: jest.config.js makes it');
  return folder;
}
