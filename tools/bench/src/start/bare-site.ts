import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBinaries } from '../../../../libs/local-postgres/src/binaries.ts';
import { choosePlace } from '../../../../libs/local-postgres/src/place.ts';
import { serverSettings } from '../../../../libs/local-postgres/src/server-settings.ts';
import { childEnv } from '../env.ts';
import { familyOf, type Line } from '../processes.ts';
import { freePort } from '../site.ts';

/** What the bare site is told. */
export interface BareOrder {
  /** PostgreSQL with its arguments, and whatever runs it. */
  command: string[];
  /** Whom it runs as, where that is not who runs this. */
  ids?: { uid: number; gid: number };
  env: Record<string, string>;
  dataDir: string;
}

/** PostgreSQL on the site's own data, with its settings, and one Node process that listens: started by npm, as the site is. */
export class BareSite {
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
    private readonly pid: number,
    /** Milliseconds. */
    readonly tookToReady: number,
  ) {}

  /**
   * @param dataDir of a site that does not run
   * @param folder for the project that npm starts
   */
  static async start(dataDir: string, folder: string): Promise<BareSite> {
    // Who runs PostgreSQL, and from where, is settled before the clock runs: the site has to find it out each time.
    await prepare(dataDir, folder);
    const npm = process.env['npm_execpath'];
    const args = npm ? [npm, 'start'] : [SCRIPT, join(folder, ORDER)];
    const begun = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: childEnv({ HOME: process.env['HOME'] ?? folder }),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [port, pid] = await readiness(child);
    return new BareSite(child, `http://127.0.0.1:${port}`, pid, performance.now() - begun);
  }

  family(): Promise<Line[]> {
    return familyOf(this.child.pid ?? 0);
  }

  async stop(): Promise<void> {
    const end = once(this.child, 'exit');
    process.kill(this.pid, 'SIGTERM');
    await end;
  }
}

const SCRIPT = join(import.meta.dirname, 'bare-site.mjs');
const ORDER = 'order.json';

async function prepare(data: string, folder: string): Promise<void> {
  const { user, binaries, dataDir } = await choosePlace(join(data, 'postgres'), findBinaries());
  const port = await freePort();
  const order: BareOrder = {
    command: [...user.prefix, binaries.postgres, '-D', dataDir, ...serverSettings({}), '-p', String(port)],
    ...(user.ids ? { ids: user.ids } : {}),
    env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', LC_ALL: 'C' },
    dataDir,
  };
  const start = `node ${JSON.stringify(SCRIPT)} ${ORDER}`;
  await writeFile(join(folder, ORDER), JSON.stringify(order));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'bare', version: '0.0.0', scripts: { start } }));
}

async function readiness(child: ChildProcess): Promise<[port: number, pid: number]> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, port, pid] = /^ready (\d+) (\d+)$/m.exec(output) ?? [];
      if (pid !== undefined) resolve([Number(port), Number(pid)]);
    });
    child.once('exit', () => reject(new Error(`The bare site did not start:\n${output}`)));
  });
}
