import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

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
    return site;
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

  /** What each of its processes takes right now. */
  async memory(): Promise<Memory[]> {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,rss=,args=']);
    const own = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
    return own.flatMap((match) => {
      const part = /([\w-]+)\/dist\/(?:server\/)?main\.js/.exec(match?.[3] ?? '')?.[1];
      return part && Number(match?.[1]) === this.child.pid
        ? [{ part, megabytes: Math.round(Number(match?.[2]) / 1024) }]
        : [];
    });
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
