import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { stopProcess } from '@portfolio/lifecycle/supervisor';
import { launchSite, type LaunchedSite } from '@portfolio/testing/launch-site';

const STOP_TIMEOUT_MS = 40_000;

export type ServiceName = 'api' | 'worker' | 'public-web' | 'admin-web';

export interface SiteOptions {
  dataDir: string;
  settings?: Record<string, string>;
}

export interface Process {
  pid: number;
  /** With its arguments. */
  command: string;
}

/** The site of `npm start` in a child process. */
export class Site {
  private savedOutput = '';

  private constructor(
    /** Undefined for a site of another process. */
    private readonly launched: LaunchedSite | undefined,
    /** Value in the environment of all its processes. */
    readonly mark: string,
    readonly url: string,
    /** Address of admin-web. */
    readonly adminUrl: string,
  ) {}

  /** Exit status of `npm start`; null after a signal. */
  get ended(): Promise<number | null> {
    return this.launched?.ended.then(({ code }) => code) ?? new Promise(() => undefined);
  }

  /** What the site has printed. */
  get output(): string {
    return this.launched?.output() ?? this.savedOutput;
  }

  /** The site at SITE_URL, such as a cluster; SITE_MARK identifies its processes. */
  static fromEnv(): Site | undefined {
    const { SITE_URL: url, SITE_MARK: mark } = process.env;
    if (!url) return undefined;
    // Without the mark, tests would stop the processes of other sites.
    if (!mark) throw new Error('SITE_URL goes with SITE_MARK');
    const output = [url, DEMO_ACCOUNT.email, DEMO_ACCOUNT.password].join('\n');
    return Site.attach({ url, adminUrl: `${url}/admin-app`, mark, output });
  }

  /** A site that another process starts and stops. */
  static attach({ url, adminUrl, mark, output }: Pick<Site, 'url' | 'adminUrl' | 'mark' | 'output'>): Site {
    const site = new Site(undefined, mark, url, adminUrl);
    site.savedOutput = output;
    return site;
  }

  /** @throws StartError with the output */
  static async start({ dataDir, settings }: SiteOptions): Promise<Site> {
    const mark = `e2e-${randomUUID()}`;
    const launched = await launchSite({ dataDir, settings: { E2E_SITE: mark, ...settings } });
    await launched.ready;
    return new Site(launched, mark, launched.url, launched.adminUrl);
  }

  /** All its processes, whatever their parent. */
  processes(): Process[] {
    return (process.platform === 'linux' ? procProcesses(this.mark) : psProcesses(this.mark)).filter(
      ({ pid }) => pid !== process.pid,
    );
  }

  service(name: ServiceName): Process {
    const found = this.processes().find(({ command }) =>
      new RegExp(`/${name}/dist/(server/)?(main\\.js|start\\.cjs)`).test(command),
    );
    if (!found) throw new Error(`${name} does not run`);
    return found;
  }

  /** Sends SIGKILL; ended processes are ignored. */
  kill(...processes: Process[]): void {
    for (const { pid } of processes) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  /** Stops the site like Ctrl-C. @returns the exit status and processes that still run */
  async stop(): Promise<{ status: number | null; left: Process[] }> {
    if (!this.launched) return { status: 0, left: [] };
    const { exitCode, signalCode } = this.launched.child;
    const hasEnded = exitCode !== null || signalCode !== null;
    const { code, signal } = await stopProcess(this.launched, STOP_TIMEOUT_MS);
    const left = this.processes();
    if (signal === 'SIGKILL' && !hasEnded) {
      this.kill(...left);
      throw new Error(`The site has not stopped after ${STOP_TIMEOUT_MS / 1000} seconds:\n${this.output}`);
    }
    return { status: code, left };
  }
}

function procProcesses(mark: string): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const command = readProc(name, 'cmdline').replaceAll('\0', ' ').trim();
      // A zombie has no command line.
      if (command === '') return [];
      const isMarked = command.includes(mark) || readProc(name, 'environ').includes(mark);
      return isMarked ? [{ pid: Number(name), command }] : [];
    });
}

/** Empty for an ended process, and for one of another user. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** `-E` prints the environment after the command. */
function psProcesses(mark: string): Process[] {
  const output = execFileSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 1e8 });
  return [...output.matchAll(/^\s*(\d+) (.*)$/gm)]
    .map(([, pid, command = '']) => ({ pid: Number(pid), command }))
    .filter(({ command }) => command.includes(mark));
}
