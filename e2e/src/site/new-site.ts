import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import { Site } from './site.ts';

/** Account of a new site. */
export const NEW_ACCOUNT = { email: 'new@example.org', password: 'a long enough secret' };

export interface NewSite {
  site: Site;
  /** Temporary folder, also for files of the test. */
  folder: string;
  /** Stops the site and removes the folder. */
  remove(): Promise<void>;
}

/** Starts a site without content. */
export async function startNewSite(): Promise<NewSite> {
  const folder = await makeTempFolder('new-site');
  const settings = { DEMO: 'false', ADMIN_EMAIL: NEW_ACCOUNT.email, ADMIN_PASSWORD: NEW_ACCOUNT.password };
  const site = await Site.start({ dataDir: join(folder, 'site'), settings });
  const remove = async () => {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { site, folder, remove };
}
