import { StartError } from '@portfolio/lifecycle/supervisor';
import { openDataFolder } from './data-folder.ts';
import { isLocal, isLoopback, loadSiteEnv, type SiteEnv } from './env.ts';
import { assertPortsFree } from './ports.ts';
import { localUrl } from './services.ts';
import { isUserFault, ROOT } from './site-commands.ts';
import { Stages } from './stages.ts';
import { startSite, type StartedSite, type Step } from './start-site.ts';
import { stopSignal } from './stop-signal.ts';

/**
 * Runs the whole site until a stop signal, or until a process cannot be restarted. Then stops all of it.
 *
 * @param options.root folder of the repository
 * @returns the exit status: 0 after a stop signal, otherwise 1
 */
export async function runSite({ step, root = ROOT }: { step: Step; root?: string }): Promise<number> {
  const stopRequest = stopSignal();
  const stages = new Stages();
  let release: (() => void) | undefined;
  try {
    const env = loadSiteEnv();
    await assertPortsFree(env);
    const data = openDataFolder(root, env.DATA_DIR, 'PORT=3001 npm start');
    release = data.release;
    const failure = new Promise<never>((_, reject) => {
      // Faults of this process stop everything in order, too. Faults during the stop are ignored.
      process.on('uncaughtException', reject).on('unhandledRejection', reject);
      const context = { root, env, data, stages, step, onFailure: reject, log: print };
      startSite(context).then((site) => {
        if (!stages.isStopping) printAddresses(env, site);
      }, reject);
    });
    await Promise.race([stopRequest, failure]);
    print('', 'Stopping.');
    await stages.stop();
    return 0;
  } catch (error) {
    printFault(error);
    await stages.stop();
    return 1;
  } finally {
    release?.();
  }
}

const OWN_ACCOUNT = 'as yourself; ADMIN_EMAIL and ADMIN_PASSWORD make the first account of an empty site';

/** A warning only: a public demo may be intended. Also printed when the API does not respond. */
const PUBLIC_DEMO = 'Everybody can sign in here: this is a demo that other machines reach. DEMO=false ends it.';

function printAddresses(env: SiteEnv, { ports, demo }: StartedSite): void {
  const site = localUrl(env, ports.site);
  print(
    '',
    `Site          ${site}`,
    `Back office   ${site}/admin`,
    `Sign in       ${demo ? `${demo.email} with the password ${demo.password}` : OWN_ACCOUNT}`,
    ...(demo !== null && !(isLocal(env.PUBLIC_URL) && isLoopback(env.HOST)) ? ['', PUBLIC_DEMO] : []),
    '',
    'Stop with Ctrl-C.',
  );
}

function print(...lines: string[]): void {
  for (const line of lines) console.log(line === '' ? '' : `  ${line}`);
}

/** Prints the message of a user's fault, and the stack of any other. */
function printFault(error: unknown): void {
  const lines = error instanceof StartError ? error.details : [];
  console.error(`  ${isUserFault(error) ? error.message : error instanceof Error ? error.stack : String(error)}`);
  if (lines.length > 0) console.error(`\n${lines.map((line) => `    ${line}`).join('\n')}`);
}
