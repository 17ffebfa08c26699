import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, launchProcess, plainEnv } from '@portfolio/lifecycle/supervisor';
import { findBinaries, programIn } from '../../../../libs/local-postgres/src/binaries.ts';
import { chooseLocation } from '../../../../libs/local-postgres/src/location.ts';
import { serverSettings } from '../../../../libs/local-postgres/src/server-settings.ts';
import { readyTime, StartedSite } from '../site.ts';

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
const READY = /^ready (\d+)$/m;

/**
 * Starts PostgreSQL on the site's data and one Node process that listens, by npm.
 *
 * @param dataDir of a stopped site
 * @param folder for the project that npm starts
 */
export async function startBareSite(dataDir: string, folder: string): Promise<StartedSite> {
  await prepare(dataDir, folder);
  const npm = process.env['npm_execpath'];
  const isReady = (output: string) => READY.test(output);
  const start = performance.now();
  const launched = launchProcess({
    name: 'The bare site',
    command: process.execPath,
    args: npm ? [npm, 'start'] : [SCRIPT, join(folder, OPTIONS_FILE)],
    cwd: folder,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', HOME: process.env['HOME'] ?? folder },
    isReady,
  });
  const readyAfter = await readyTime(launched, start, isReady);
  const [, port] = READY.exec(launched.output())!;
  return new StartedSite(launched, `http://127.0.0.1:${port}`, 'bare Node', readyAfter);
}

/** Chooses user and folder of PostgreSQL, which the measured time does not include. */
async function prepare(data: string, folder: string): Promise<void> {
  const { user, binaries, dataDir } = await chooseLocation(join(data, 'postgres'), findBinaries());
  const port = await freePort();
  const options: BareSiteOptions = {
    command: [
      ...user.prefix,
      programIn(binaries, 'postgres'),
      '-D',
      dataDir,
      ...serverSettings({}),
      '-p',
      String(port),
    ],
    ...(user.ids ? { ids: user.ids } : {}),
    env: plainEnv(),
    dataDir,
  };
  const start = `node ${JSON.stringify(SCRIPT)} ${OPTIONS_FILE}`;
  await writeFile(join(folder, OPTIONS_FILE), JSON.stringify(options));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'bare', version: '0.0.0', scripts: { start } }));
}
