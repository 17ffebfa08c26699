import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { makeTempFolder } from '@portfolio/testing/temp-folder';
import { restoreSite } from './restore-site.ts';
import { siteTemplate } from './site-template.ts';
import { Site, type SharedSite } from './site.ts';

/*
 * Process that owns the shared sites, one for each Jest worker. The first request of a worker starts its site from the
 * site template; each later request, made by the next test file, restores the site to that template.
 *
 * Run by `run/global-setup.js`. It ends with status 1 if a site does not stop in order.
 */

/** Every visitor of the tests has the same address. */
const SETTINGS = { LIMIT_COMMENTS: '1000', LIMIT_MESSAGES: '1000', LIMIT_POSTS_PER_MINUTE: '1000' };

const folder = await makeTempFolder('e2e');
/** By number of the Jest worker. */
const sites = new Map<string, Promise<{ site: Site; dataDir: string }>>();
let template: Promise<string> | undefined;

const sharedTemplate = () => (template ??= siteTemplate());

async function provideSite(worker: string): Promise<Site> {
  const running = sites.get(worker);
  if (running) {
    const { site, dataDir } = await running;
    await restoreSite({ site, dataDir, template: await sharedTemplate() });
    return site;
  }
  const started = startSite(worker);
  sites.set(worker, started);
  return (await started).site;
}

async function startSite(worker: string) {
  const dataDir = join(folder, `site-${worker}`);
  // With their times: the worker deletes files without a row that are an hour old.
  await cp(await sharedTemplate(), dataDir, { recursive: true, preserveTimestamps: true });
  return { site: await Site.start({ dataDir, settings: SETTINGS }), dataDir };
}

/** @returns one line for each fault */
async function stopSites(): Promise<string[]> {
  const faults = [...sites].map(async ([worker, started]) => {
    // A site that did not start has failed its test file already.
    const running = await started.catch(() => undefined);
    const { status, left } = (await running?.site.stop()) ?? { status: 0, left: [] };
    if (status === 0 && left.length === 0) return [];
    return [`The site of worker ${worker} ended with status ${status} and left ${JSON.stringify(left)}`];
  });
  return (await Promise.all(faults)).flat();
}

const server = createServer((request, response) => {
  provideSite(request.url?.slice(1) ?? '').then(
    ({ url, adminUrl, mark, output }) =>
      response.end(JSON.stringify({ url, adminUrl, mark, output } satisfies SharedSite)),
    (error: Error) => response.writeHead(500).end(inspect(error)),
  );
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

async function end(): Promise<void> {
  server.close();
  server.closeAllConnections();
  const faults = await stopSites().catch((error: Error) => [String(error.stack)]);
  await rm(folder, { recursive: true, force: true });
  for (const fault of faults) console.error(fault);
  process.exit(faults.length === 0 ? 0 : 1);
}
// Also when Jest was killed.
process.once('disconnect', () => void end());
// Ctrl-C reaches Jest too, which then disconnects.
process.on('SIGINT', () => undefined);
process.send?.({ port: (server.address() as AddressInfo).port });
