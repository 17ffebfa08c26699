import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Site } from './site.ts';
import { copyTemplate, siteTemplate } from './site-template.ts';
import { restoreSite } from './restore-site.ts';

/** Site settings of all shared sites: every visitor of the tests has the same address. */
const SETTINGS = { LIMIT_COMMENTS: '1000', LIMIT_MESSAGES: '1000', LIMIT_POSTS_PER_MINUTE: '1000' };

/** A site as the test files see it. */
export interface SharedSite {
  url: string;
  adminUrl: string;
  mark: string;
  output: string;
}

/**
 * Server process that owns the shared sites, one for each Jest worker. The first request of a worker starts its site from the
 * site template; each later request, made by the next test file, restores the site to that template.
 *
 * Run by `run/global-setup.js` as a child process. It ends with status 1 where a site does not stop in order.
 */
class SitePool {
  private readonly sites = new Map<string, Promise<{ site: Site; dataDir: string }>>();
  private template: Promise<string> | undefined;

  constructor(private readonly folder: string) {}

  /** @param worker number of the Jest worker */
  async get(worker: string): Promise<SharedSite> {
    const running = this.sites.get(worker);
    if (running) {
      const { site, dataDir } = await running;
      await restoreSite({ site, dataDir, template: await this.sharedTemplate() });
      return site;
    }
    const started = this.start(worker);
    this.sites.set(worker, started);
    return (await started).site;
  }

  /** @returns one line for each fault */
  async stop(): Promise<string[]> {
    const faults = [...this.sites].map(async ([worker, started]) => {
      // A site that did not start has failed its test file already.
      const running = await started.catch(() => undefined);
      const { status, left } = (await running?.site.stop()) ?? { status: 0, left: [] };
      if (status === 0 && left.length === 0) return [];
      return [`The site of worker ${worker} ended with status ${status} and left ${JSON.stringify(left)}`];
    });
    return (await Promise.all(faults)).flat();
  }

  private async start(worker: string) {
    const dataDir = join(this.folder, `site-${worker}`);
    await copyTemplate(await this.sharedTemplate(), dataDir);
    return { site: await Site.start({ dataDir, settings: SETTINGS }), dataDir };
  }

  private sharedTemplate(): Promise<string> {
    return (this.template ??= siteTemplate());
  }
}

const folder = await mkdtemp(join(tmpdir(), 'portfolio-e2e-'));
// PostgreSQL may run as a lesser user than root, which has to reach its folder.
await chmod(folder, 0o755);
const pool = new SitePool(folder);

const server = createServer((request, response) => {
  const worker = request.url?.slice(1) ?? '';
  pool.get(worker).then(
    ({ url, adminUrl, mark, output }) => response.end(JSON.stringify({ url, adminUrl, mark, output })),
    (error: Error) => response.writeHead(500).end(error.stack),
  );
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

/** Also when Jest was killed, which cuts the channel. */
async function end(): Promise<void> {
  server.close();
  server.closeAllConnections();
  const faults = await pool.stop().catch((error: Error) => [String(error.stack)]);
  await rm(folder, { recursive: true, force: true });
  for (const fault of faults) console.error(fault);
  process.exit(faults.length === 0 ? 0 : 1);
}
process.once('disconnect', () => void end());
// Ctrl-C reaches Jest too, which ends then and cuts the channel.
process.on('SIGINT', () => undefined);
process.send?.({ port: (server.address() as AddressInfo).port });
