import { readFile } from 'node:fs/promises';
import { stopProcess, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { launchSite, SITE_READY, type SiteOptions } from '@portfolio/testing/launch-site';
import { processTree, type ProcessInfo } from '@portfolio/testing/process-stats';
import { during } from './stop-signal.ts';

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

/**
 * Waits until a process is ready.
 *
 * @param start by `performance.now()`
 * @returns milliseconds since the start, more exactly than `launchProcess` polls
 */
export async function readyTime(
  { child, output, ready }: LaunchedProcess,
  start: number,
  isReady: (output: string) => boolean,
): Promise<number> {
  let time = NaN;
  child.stdout?.on('data', () => {
    if (Number.isNaN(time) && isReady(output())) time = performance.now() - start;
  });
  await ready;
  return time;
}

/** Started processes of a site, or of the bare site. */
export class StartedSite {
  constructor(
    private readonly launched: LaunchedProcess,
    readonly origin: string,
    /** Service that stops the others. */
    private readonly main: string,
    /** Milliseconds from the start until it was ready. */
    public readyAfter = NaN,
  ) {}

  output(): string {
    return this.launched.output();
  }

  tree(): Promise<ProcessInfo[]> {
    return processTree(this.launched.pid);
  }

  async stop(): Promise<void> {
    const main = (await this.tree()).find(({ command }) => serviceOf(command) === this.main);
    if (!main) return void (await stopProcess(this.launched));
    // npm ends with its script.
    process.kill(main.pid, 'SIGTERM');
    await this.launched.ended;
  }
}

/** The site of `npm start`. */
export class Site extends StartedSite {
  /** Address of the API, on Linux; otherwise empty. */
  apiOrigin = '';

  /** Reads the port of the API from its environment. */
  async findApi(): Promise<void> {
    const api = (await this.processes()).find(({ service }) => service === 'api');
    const env = await readFile(`/proc/${api?.pid}/environ`, 'utf8').catch(() => '');
    const port = /(?:^|\0)PORT=(\d+)/.exec(env)?.[1];
    if (port !== undefined) this.apiOrigin = `http://127.0.0.1:${port}`;
  }

  /** Processes of the services, without supervisors. */
  async processes(): Promise<{ service: string; pid: number }[]> {
    return (await this.tree()).flatMap(({ pid, command }) => {
      const service = serviceOf(command);
      return service && !SUPERVISORS.includes(service) ? [{ service, pid }] : [];
    });
  }

  async pids(): Promise<number[]> {
    return (await this.processes()).map(({ pid }) => pid);
  }
}

/** Starts the site with its demo content, runs an action with it, and stops it. @throws StartError with the output */
export async function withSite<T>(
  { settings, ...options }: SiteOptions,
  action: (site: Site) => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const launched = await launchSite({ ...options, settings: { LOG_LEVEL: 'error', ...settings } });
  return during(new Site(launched, launched.url, 'supervisor'), async (site) => {
    site.readyAfter = await readyTime(launched, start, (output) => output.includes(SITE_READY));
    await site.findApi();
    return action(site);
  });
}
