import type { SharedSite } from './site-pool.ts';
import { Site } from './site.ts';

/** Milliseconds for the first file of a run, which may wait until the site template is made. */
export const FIRST_START = 300_000;

/**
 * The site of this Jest worker with the demo content, for one test file to change as it likes: it is restored before the next
 * one. With SITE_URL it is the site there, which nobody restores.
 */
export async function sharedSite(): Promise<Site> {
  const running = Site.running();
  if (running) return running;
  const { E2E_SITE_POOL: pool, JEST_WORKER_ID: worker = '1' } = process.env;
  if (!pool) throw new Error('E2E_SITE_POOL is missing: run/global-setup.js sets it');
  const response = await fetch(`${pool}/${worker}`);
  const body = await response.text();
  if (!response.ok) throw new Error(body);
  return Site.attach(JSON.parse(body) as SharedSite);
}
