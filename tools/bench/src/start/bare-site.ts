import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, launchProcess, plainEnv, type LaunchedProcess } from '@portfolio/lifecycle/supervisor';
import { processTree, type ProcessInfo } from '@portfolio/testing/process-stats';
import { findBinaries } from '../../../../libs/local-postgres/src/binaries.ts';
import { chooseLocation } from '../../../../libs/local-postgres/src/location.ts';
import { serverSettings } from '../../../../libs/local-postgres/src/server-settings.ts';

/** Argument of bare-site.mjs. */
export interface BareSiteOptions {
  /** PostgreSQL with its arguments. */
  command: string[];
  ids?: { uid: number; gid: number };
  env: Record<string, string>;
  dataDir: string;
}

const SCRIPT = join(import.meta.dirname, 'bare-site.mjs');
const OPTIONS_FILE = 'options.json';
const READY = /^ready (\d+) (\d+)$/m;

/** PostgreSQL on the site's data and one Node process that listens, started by npm. */
export class BareSite {
  private constructor(
    private readonly launched: LaunchedProcess,
    readonly origin: string,
    private readonly scriptPid: number,
    /** Milliseconds from the start until it was ready. */
    readonly readyAfter: number,
  ) {}

  /**
   * @param dataDir of a stopped site
   * @param folder for the project that npm starts
   */
  static async start(dataDir: string, folder: string): Promise<BareSite> {
    await prepare(dataDir, folder);
    const npm = process.env['npm_execpath'];
    const start = performance.now();
    const launched = launchProcess({
      name: 'The bare site',
      command: process.execPath,
      args: npm ? [npm, 'start'] : [SCRIPT, join(folder, OPTIONS_FILE)],
      cwd: folder,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', HOME: process.env['HOME'] ?? folder },
      isReady: (output) => READY.test(output),
    });
    let readyAfter = NaN;
    launched.child.stdout?.on('data', () => {
      if (Number.isNaN(readyAfter) && READY.test(launched.output())) readyAfter = performance.now() - start;
    });
    await launched.ready;
    const [, port, pid] = READY.exec(launched.output())!;
    return new BareSite(launched, `http://127.0.0.1:${port}`, Number(pid), readyAfter);
  }

  tree(): Promise<ProcessInfo[]> {
    return processTree(this.launched.pid);
  }

  async stop(): Promise<void> {
    process.kill(this.scriptPid, 'SIGTERM');
    await this.launched.ended;
  }
}

/** Chooses user and folder of PostgreSQL, which the measured time does not include. */
async function prepare(data: string, folder: string): Promise<void> {
  const { user, binaries, dataDir } = await chooseLocation(join(data, 'postgres'), findBinaries());
  const port = await freePort();
  const options: BareSiteOptions = {
    command: [...user.prefix, binaries.postgres, '-D', dataDir, ...serverSettings({}), '-p', String(port)],
    ...(user.ids ? { ids: user.ids } : {}),
    env: plainEnv(),
    dataDir,
  };
  const start = `node ${JSON.stringify(SCRIPT)} ${OPTIONS_FILE}`;
  await writeFile(join(folder, OPTIONS_FILE), JSON.stringify(options));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'bare', version: '0.0.0', scripts: { start } }));
}
