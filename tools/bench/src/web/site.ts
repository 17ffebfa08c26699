import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { familyOf, type Process } from '../processes.ts';

const START = join(import.meta.dirname, '../../../start.mjs');
/** What the site prints when it can be used. */
const READY = 'Stop with Ctrl-C.';
/** Milliseconds; the first start builds, and paints and renders the demo content. */
const START_WITHIN = 600_000;

export interface Memory {
  part: string;
  megabytes: number;
}

/** The real site with its demo content, as `npm start` runs it. */
export class Site {
  private output = '';
  private readonly ended: Promise<unknown>;

  /** Where the api listens, which the site tells nobody outside; empty where the system does not tell either. */
  apiOrigin = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
  ) {
    this.ended = new Promise((resolve) => child.once('exit', resolve));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  /**
   * @param dataDir everything that it keeps
   * @param settings what else it is told
   * @throws with what it printed, when it does not come up
   */
  static async start(dataDir: string, settings: Record<string, string> = {}): Promise<Site> {
    const [port, adminPort] = [await freePort(), await freePort()];
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), ADMIN_PORT: String(adminPort), ...settings };
    // As a child of npm it ends with us, however we end.
    const child = spawn(process.execPath, [START], {
      env: { ...env, npm_lifecycle_event: 'start', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const site = new Site(child, `http://localhost:${port}`);
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
    const deadline = Date.now() + START_WITHIN;
    while (!this.output.includes(READY)) {
      if (this.child.exitCode !== null) throw new Error(`The site did not start:\n${this.output}`);
      if (Date.now() > deadline) {
        await this.stop();
        throw new Error(`The site is not ready after ${START_WITHIN / 1000} seconds:\n${this.output}`);
      }
      await wait(100);
    }
  }

  /** Its processes, and those that they have started, by their parts. */
  async processes(): Promise<(Process & { kilobytes: number })[]> {
    const family = await familyOf(this.child.pid ?? 0);
    return family.flatMap(({ pid, kilobytes, command }) => {
      const part = /^postgres|\/postgres /.test(command)
        ? 'postgres'
        : /([\w-]+)\/dist\/(?:server\/)?main\.js/.exec(command)?.[1];
      return part ? [{ part, pid, kilobytes }] : [];
    });
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
    this.child.kill('SIGTERM');
    await this.ended;
  }
}

/** One that nobody listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
