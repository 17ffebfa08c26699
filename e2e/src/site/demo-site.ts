import type { SharedSite } from './site-pool.ts';
import { Site } from './site.ts';

/** Includes the creation of the site template by the first file of a run. */
export const FIRST_START = 300_000;

/** The site of this Jest worker with the demo content, restored for each test file; or the one at SITE_URL, as it is. */
export async function startDemoSite(): Promise<Site> {
  const running = Site.fromEnv();
  if (running) return running;
  const { E2E_SITE_POOL: pool, JEST_WORKER_ID: worker = '1' } = process.env;
  if (!pool) throw new Error('E2E_SITE_POOL is missing: run/global-setup.js sets it');
  const response = await fetch(`${pool}/${worker}`);
  const body = await response.text();
  if (!response.ok) throw new Error(body);
  return Site.attach(JSON.parse(body) as SharedSite);
}
