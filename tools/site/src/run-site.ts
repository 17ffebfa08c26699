import { join } from 'node:path';
import { EnvError } from '@portfolio/config';
import { LocalPostgresError } from '@portfolio/local-postgres';
import { openDataFolder } from './data-folder.ts';
import { isLocal, isLoopback, isRunByNpm, loadSiteEnv, type SiteEnv } from './env.ts';
import { localUrl } from './parts.ts';
import { assertPortsFree } from './ports.ts';
import { Stages } from './stages.ts';
import { StartError } from './start-error.ts';
import { startSite, type StartedSite, type Step } from './start-site.ts';
import { stopSignal } from './stop-signal.ts';

export interface RunSiteOptions {
  step: Step;
  /** Of the repository. */
  root?: string;
}

/**
 * Runs the whole site until it is asked to stop or a part of it cannot be brought back, and stops all of it.
 *
 * @returns the status to end with: 0 for a wished end, 1 for any other
 */
export async function runSite({ step, root = join(import.meta.dirname, '../../..') }: RunSiteOptions): Promise<number> {
  const wish = stopSignal({ runByNpm: isRunByNpm() });
  const stages = new Stages();
  let release: (() => void) | undefined;
  try {
    const env = loadSiteEnv();
    await assertPortsFree(env);
    const data = openDataFolder(root, env.DATA_DIR);
    release = data.release;
    const death = new Promise<never>((_, reject) => {
      // Our own faults too end everything in order; those of something that is just being stopped no longer matter.
      process.on('uncaughtException', reject).on('unhandledRejection', reject);
      const context = { root, env, data, stages, step, onDeath: reject, say: (line: string) => print(line) };
      startSite(context).then((site) => welcome(env, site), reject);
    });
    await Promise.race([wish, death]);
    print('', 'Stopping.');
    await stages.stop();
    return 0;
  } catch (error) {
    explain(error);
    await stages.stop();
    return 1;
  } finally {
    release?.();
  }
}

/** An empty site has no account until it is told one. */
const OWN_ACCOUNT = 'as yourself; ADMIN_EMAIL and ADMIN_PASSWORD make the first account of an empty site';

/** Somebody may want just that, so it is said and not refused. */
const OPEN_TO_ALL = 'Everybody can sign in here: this is a demo that other machines reach. DEMO=false ends it.';

function welcome(env: SiteEnv, { ports, demo }: StartedSite): void {
  const site = localUrl(env, ports.site);
  print(
    '',
    `Site          ${site}`,
    `Back office   ${site}/admin`,
    `Sign in       ${demo ? `${demo.email} with the password ${demo.password}` : OWN_ACCOUNT}`,
    ...(env.DEMO && !(isLocal(env.PUBLIC_URL) && isLoopback(env.HOST)) ? ['', OPEN_TO_ALL] : []),
    '',
    'Stop with Ctrl-C.',
  );
}

function print(...lines: string[]): void {
  for (const line of lines) console.log(line === '' ? '' : `  ${line}`);
}

/** One sentence for what a person can mend; the stack is for what only we can. */
function explain(error: unknown): void {
  const isForPeople = error instanceof StartError || error instanceof LocalPostgresError || error instanceof EnvError;
  const lines = error instanceof StartError ? error.details : [];
  console.error(`  ${isForPeople ? error.message : error instanceof Error ? error.stack : String(error)}`);
  if (lines.length > 0) console.error(`\n${lines.map((line) => `    ${line}`).join('\n')}`);
}
