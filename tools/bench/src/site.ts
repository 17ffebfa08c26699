import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { familyOf, KEEPERS, partOf, type Line, type Process } from './processes.ts';

/** Of the repository. */
export const ROOT = join(import.meta.dirname, '../../..');
const START = join(ROOT, 'tools/start.mjs');
/** What the site prints when it can be used. */
const READY = 'Stop with Ctrl-C.';
/** Milliseconds; the first start builds, and renders the demo content. */
const START_WITHIN = 600_000;

export interface Memory {
  part: string;
  megabytes: number;
}

/** Something that a site printed, and when, in milliseconds since it was started. */
export interface Heard {
  at: number;
  text: string;
}

export interface StartOptions {
  /** Everything that it keeps. */
  dataDir: string;
  /** What else it is told. */
  settings?: Record<string, string>;
  /** Whether npm itself is to run it, which takes its own time, in the place of what npm would run. */
  byNpm?: boolean;
}

/** The real site with its demo content, as `npm start` runs it. */
export class Site {
  /** What it has printed so far. */
  readonly heard: Heard[] = [];
  /** Milliseconds from its start until it said that it can be used. */
  tookToReady = NaN;
  private readonly ended: Promise<void>;

  /** Where the api listens, which the site tells nobody outside; empty where the system does not tell either. */
  apiOrigin = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
    private readonly begun: number,
  ) {
    this.ended = new Promise((resolve) => child.once('exit', () => resolve()));
  }

  /** @throws with what it printed, when it does not come up */
  static async start(dataDir: string, settings: Record<string, string> = {}): Promise<Site> {
    return Site.startWith({ dataDir, settings });
  }

  /** @throws with what it printed, when it does not come up */
  static async startWith({ dataDir, settings = {}, byNpm = false }: StartOptions): Promise<Site> {
    const [port, adminPort] = [await freePort(), await freePort()];
    const told = {
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      LOG_LEVEL: 'error',
      ...settings,
    };
    const npm = byNpm ? process.env['npm_execpath'] : undefined;
    // As a child of npm it ends with us, however we end.
    const env = { ...withoutNpm(process.env), ...(npm ? {} : { npm_lifecycle_event: 'start' }), ...told };
    const begun = performance.now();
    const child = spawn(process.execPath, npm ? [npm, 'start'] : [START], {
      env,
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const site = new Site(child, `http://localhost:${port}`, begun);
    await site.ready();
    site.apiOrigin = await site.findApi();
    return site;
  }

  get knowsItsParts(): boolean {
    return this.apiOrigin !== '';
  }

  /** Linux alone tells with which settings a process was started. */
  private async findApi(): Promise<string> {
    const api = (await this.processes()).find(({ part }) => part === 'api');
    const settings = await readFile(`/proc/${api?.pid}/environ`, 'utf8').catch(() => '');
    const port = settings
      .split('\0')
      .find((line) => line.startsWith('PORT='))
      ?.slice('PORT='.length);
    return port === undefined ? '' : `http://127.0.0.1:${port}`;
  }

  private async ready(): Promise<void> {
    const isReady = new Promise<boolean>((resolve) => {
      for (const stream of [this.child.stdout, this.child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          this.heard.push({ at: performance.now() - this.begun, text });
          if (this.output.includes(READY)) resolve(true);
        });
      }
    });
    const tooLate = new AbortController();
    const outcome = await Promise.race([
      isReady,
      this.ended.then(() => 'ended' as const),
      wait(START_WITHIN, 'late' as const, { signal: tooLate.signal }),
    ]);
    tooLate.abort();
    this.tookToReady = performance.now() - this.begun;
    if (outcome === true) return;
    if (outcome === 'late') await this.stop();
    const fault = outcome === 'late' ? `is not ready after ${START_WITHIN / 1000} seconds` : 'did not start';
    throw new Error(`The site ${fault}:\n${this.output}`);
  }

  private get output(): string {
    return this.heard.map(({ text }) => text).join('');
  }

  /** Its processes, and those that they have started, by their parts. */
  async processes(): Promise<(Process & { kilobytes: number })[]> {
    return (await this.family()).flatMap(({ pid, kilobytes, command }) => {
      const part = partOf(command);
      return part && !KEEPERS.includes(part) ? [{ part, pid, kilobytes }] : [];
    });
  }

  /** All its processes, also those that only keep others. */
  family(): Promise<Line[]> {
    return familyOf(this.child.pid ?? 0);
  }

  async pids(): Promise<number[]> {
    return (await this.processes()).map(({ pid }) => pid);
  }

  /** What each of its parts takes right now; what processes of PostgreSQL share is counted for each of them. */
  async memory(): Promise<Memory[]> {
    const sums = new Map<string, number>();
    for (const { part, kilobytes } of await this.processes()) sums.set(part, (sums.get(part) ?? 0) + kilobytes);
    return [...sums].map(([part, kilobytes]) => ({ part, megabytes: Math.round(kilobytes / 1024) }));
  }

  async stop(): Promise<void> {
    const supervisor = (await this.family()).find(({ command }) => partOf(command) === 'supervisor');
    // npm ends with what it runs.
    if (supervisor) process.kill(supervisor.pid, 'SIGTERM');
    else this.child.kill('SIGTERM');
    await this.ended;
  }
}

/** The npm that runs this process must not tell a npm that is started by it what to run. */
const withoutNpm = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)));

/** One that nobody listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
