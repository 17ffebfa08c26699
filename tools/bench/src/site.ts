import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stopProcess } from '@portfolio/lifecycle/supervisor';
import { launchSite, SITE_READY, type LaunchedSite, type SiteOptions } from '@portfolio/testing/launch-site';
import { processTree, type ProcessInfo } from '@portfolio/testing/process-stats';
import { during, stopRequested } from './stop-signal.ts';

/** Folder of the repository. */
export const ROOT = join(import.meta.dirname, '../../..');

/** Processes of a site that only start others. */
const SUPERVISORS = ['npm', 'supervisor', 'postgres-supervisor'];

/** Service of a process by its command; undefined for processes that are no part of a site. */
export function serviceOf(command: string): string | undefined {
  // npm and its shell.
  if (/^npm |^\S*node\S* \S*npm-cli\.js |^\S*sh -c /.test(command)) return 'npm';
  if (/^\S*node\S* \S*start\.mjs$/.test(command)) return 'supervisor';
  if (/\/postgres-supervisor\.js \{/.test(command)) return 'postgres-supervisor';
  if (/^postgres|\/postgres /.test(command)) return 'postgres';
  if (/\/bare-site\.mjs /.test(command)) return 'bare Node';
  return /([\w-]+)\/dist\/(?:server\/)?(?:main\.js|start\.cjs)/.exec(command)?.[1];
}

/** Process of a site. */
export interface SiteProcess {
  service: string;
  pid: number;
}

/** Starts the site with its demo content, runs an action with it, and stops it. */
export async function withSite<T>(options: SiteOptions, action: (site: Site) => Promise<T>): Promise<T> {
  return during(await Site.start(options), action);
}

/** The site of `npm start`. */
export class Site {
  /** Milliseconds from the start until the site was ready. */
  readyAfter = NaN;
  readonly origin: string;
  /** Address of the API, on Linux; otherwise empty. */
  apiOrigin = '';

  private constructor(private readonly launched: LaunchedSite) {
    this.origin = launched.url;
  }

  /** @throws StartError with the output */
  static async start({ settings, ...options }: SiteOptions): Promise<Site> {
    const start = performance.now();
    const launched = await launchSite({ ...options, settings: { LOG_LEVEL: 'error', ...settings } });
    const site = new Site(launched);
    launched.child.stdout?.on('data', () => {
      if (Number.isNaN(site.readyAfter) && site.output().includes(SITE_READY))
        site.readyAfter = performance.now() - start;
    });
    try {
      await Promise.race([launched.ready, stopRequested]);
    } catch (error) {
      await site.stop();
      throw error;
    }
    site.apiOrigin = await site.findApi();
    return site;
  }

  output(): string {
    return this.launched.output();
  }

  /** Reads the port of the API from its environment. */
  private async findApi(): Promise<string> {
    const api = (await this.processes()).find(({ service }) => service === 'api');
    const env = await readFile(`/proc/${api?.pid}/environ`, 'utf8').catch(() => '');
    const port = /(?:^|\0)PORT=(\d+)/.exec(env)?.[1];
    return port === undefined ? '' : `http://127.0.0.1:${port}`;
  }

  /** Processes of the services, without supervisors. */
  async processes(): Promise<SiteProcess[]> {
    return (await this.tree()).flatMap(({ pid, command }) => {
      const service = serviceOf(command);
      return service && !SUPERVISORS.includes(service) ? [{ service, pid }] : [];
    });
  }

  /** All processes. */
  tree(): Promise<ProcessInfo[]> {
    return processTree(this.launched.pid);
  }

  async pids(): Promise<number[]> {
    return (await this.processes()).map(({ pid }) => pid);
  }

  async stop(): Promise<void> {
    const supervisor = (await this.tree()).find(({ command }) => serviceOf(command) === 'supervisor');
    if (!supervisor) return void (await stopProcess(this.launched));
    // npm ends with its script.
    process.kill(supervisor.pid, 'SIGTERM');
    await this.launched.ended;
  }
}
