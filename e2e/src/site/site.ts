import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { stopProcess } from '@portfolio/lifecycle/supervisor';
import { launchSite, type LaunchedSite, type SiteOptions } from '@portfolio/testing/launch-site';

/** Includes the creation of the site template by the first file of a run. */
export const FIRST_START_MS = 300_000;
const STOP_TIMEOUT_MS = 40_000;

export type ServiceName = 'api' | 'worker' | 'public-web' | 'admin-web';

export interface Process {
  pid: number;
  /** With its arguments. */
  command: string;
}

/** Site that another process starts and stops. */
export type SharedSite = Pick<Site, 'url' | 'adminUrl' | 'mark' | 'output'>;

/** The site of `npm start` in a child process, of this process or of another one. */
export class Site {
  private constructor(
    readonly url: string,
    /** Address of admin-web. */
    readonly adminUrl: string,
    /** Value in the environment of all its processes. */
    readonly mark: string,
    /** Undefined for a site of another process. */
    private readonly launched: LaunchedSite | undefined,
    private readonly savedOutput = '',
  ) {}

  /** Exit status of `npm start`; null after a signal. */
  get ended(): Promise<number | null> {
    return this.launched?.ended.then(({ code }) => code) ?? new Promise(() => undefined);
  }

  /** Output of the site. */
  get output(): string {
    return this.launched?.output() ?? this.savedOutput;
  }

  /** The site of this Jest worker with the demo content, restored for each test file; or the one at SITE_URL, as it is. */
  static async demo(): Promise<Site> {
    const { SITE_URL, SITE_MARK, E2E_SITE_POOL, JEST_WORKER_ID = '1' } = process.env;
    if (SITE_URL) {
      // Without the mark, tests would stop the processes of other sites.
      if (!SITE_MARK) throw new Error('SITE_URL goes with SITE_MARK');
      const output = [SITE_URL, DEMO_ACCOUNT.email, DEMO_ACCOUNT.password].join('\n');
      return new Site(SITE_URL, `${SITE_URL}/admin-app`, SITE_MARK, undefined, output);
    }
    if (!E2E_SITE_POOL) throw new Error('E2E_SITE_POOL is missing: run/global-setup.js sets it');
    const response = await fetch(`${E2E_SITE_POOL}/${JEST_WORKER_ID}`);
    const body = await response.text();
    if (!response.ok) throw new Error(body);
    const { url, adminUrl, mark, output } = JSON.parse(body) as SharedSite;
    return new Site(url, adminUrl, mark, undefined, output);
  }

  /** @throws StartError with the output */
  static async start({ dataDir, settings }: SiteOptions): Promise<Site> {
    const mark = `e2e-${randomUUID()}`;
    const launched = await launchSite({ dataDir, settings: { E2E_SITE: mark, ...settings } });
    await launched.ready;
    return new Site(launched.url, launched.adminUrl, mark, launched);
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
