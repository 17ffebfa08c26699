import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { freePort } from './free-port.ts';
import { processesMarked, type Process } from './site-processes.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What the site prints when it can be used. */
const READY = 'Stop with Ctrl-C.';
/** Milliseconds; the first start builds, and renders the demo content. */
const START_WITHIN = 540_000;
const STOP_WITHIN = 40_000;

export type PartName = 'api' | 'worker' | 'public-web' | 'admin-web';

export interface SiteOptions {
  /** Everything the site keeps. */
  dataDir: string;
  /** What else the site is told: `{ DEMO: 'false' }`. */
  settings?: Record<string, string>;
}

/** The real site, started as a stranger starts it, in a child process. */
export class Site {
  /** Status with which the start script ended; null when it was killed. */
  readonly ended: Promise<number | null>;
  /** All that the site has printed. */
  output = '';

  private constructor(
    /** None where the site was there before. */
    private readonly child: ChildProcess | undefined,
    /** In the environment of all its processes. */
    readonly mark: string,
    /** Where visitors go. */
    readonly url: string,
    /** Where the back office stands on its own. */
    readonly adminUrl: string,
  ) {
    this.ended = new Promise((resolve) => child?.once('exit', resolve));
    for (const stream of [child?.stdout, child?.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  /**
   * The site that runs at SITE_URL, where there is one: another one that is to pass the same journeys, such as several
   * processes behind a gateway. Whoever started it stops it; SITE_MARK finds its processes.
   */
  static running(): Site | undefined {
    const { SITE_URL: url, SITE_MARK: mark } = process.env;
    if (!url) return undefined;
    // Without it the processes of another site would be taken for those of this one, and be stopped by the tests.
    if (!mark) throw new Error('SITE_URL goes with SITE_MARK');
    const output = [url, DEMO_ACCOUNT.email, DEMO_ACCOUNT.password].join('\n');
    return Site.attach({ url, adminUrl: `${url}/admin-app`, mark, output });
  }

  /** A site that another process has started and will stop. */
  static attach({ url, adminUrl, mark, output }: Pick<Site, 'url' | 'adminUrl' | 'mark' | 'output'>): Site {
    const site = new Site(undefined, mark, url, adminUrl);
    site.output = output;
    return site;
  }

  /** @throws with what the site printed, when it does not come up */
  static async start({ dataDir, settings = {} }: SiteOptions): Promise<Site> {
    const [port, adminPort] = [await freePort(), await freePort()];
    const mark = `e2e-${randomUUID()}`;
    const env = {
      ...withoutNpm(process.env),
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      DATA_DIR: dataDir,
      E2E_SITE: mark,
      // What is run by npm ends when that does: a killed test run leaves no site behind.
      npm_lifecycle_event: 'start',
      ...settings,
    };
    const child = spawn(process.execPath, [join(ROOT, 'tools/start.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const site = new Site(child, mark, `http://localhost:${port}`, `http://localhost:${adminPort}`);
    await site.ready();
    return site;
  }

  private async ready(): Promise<void> {
    const deadline = Date.now() + START_WITHIN;
    let hasEnded = false;
    void this.ended.then(() => (hasEnded = true));
    while (!this.output.includes(READY)) {
      if (hasEnded) throw new Error(`The site did not start:\n${this.output}`);
      if (Date.now() > deadline) {
        this.kill(...this.processes());
        throw new Error(`The site is not ready after ${START_WITHIN / 1000} seconds:\n${this.output}`);
      }
      await wait(100);
    }
  }

  /** All processes that belong to it. */
  processes(): Process[] {
    return processesMarked(this.mark);
  }

  /** The process of one of its parts. */
  part(name: PartName): Process {
    const part = this.processes().find(({ command }) =>
      new RegExp(`/${name}/dist/(server/)?(main\\.js|start\\.cjs)`).test(command),
    );
    if (!part) throw new Error(`${name} does not run`);
    return part;
  }

  /** `kill -9`. A process may have ended since it was listed. */
  kill(...processes: Process[]): void {
    for (const { pid } of processes) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  /** Stops it as Ctrl-C does. @returns the status, and what still runs although it should not */
  async stop(): Promise<{ status: number | null; left: Process[] }> {
    if (!this.child) return { status: 0, left: [] };
    this.child.kill('SIGTERM');
    const status = await Promise.race([this.ended, wait(STOP_WITHIN, 'late' as const, { ref: false })]);
    const left = this.processes();
    if (status === 'late') {
      this.kill(...left);
      throw new Error(`The site has not stopped after ${STOP_WITHIN / 1000} seconds:\n${this.output}`);
    }
    return { status, left };
  }
}

/** The npm that runs the tests is not the site's. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOurs = (name: string) => /^(npm_|NX_|JEST_|NODE_ENV$|NODE_OPTIONS$|FORCE_COLOR$)/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOurs(name)));
}
