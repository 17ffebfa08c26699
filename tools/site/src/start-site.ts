import {
  addressesOf,
  freePort,
  isPortFree,
  launchProcess,
  LogFile,
  StartError,
  stopProcess,
  SupervisedProcess,
  type ProcessPlan,
} from '@portfolio/lifecycle/supervisor';
import { startLocalPostgres, type LocalPostgres } from '@portfolio/local-postgres';
import type { DataFolder } from './data-folder.ts';
import { findDemoAccount, needsDemoContent, uploadDemoContent, type DemoAccount } from './demo-content.ts';
import type { SiteEnv } from './env.ts';
import { backendPlans, webPlans, type Ports } from './services.ts';
import type { Stage, Stages } from './stages.ts';

/** Runs one step and prints its duration; see tools/step.mjs. */
export type Step = <T>(title: string, action: (progress: (text: string) => void) => Promise<T>) => Promise<T>;

export interface SiteContext {
  /** Folder of the repository, or of the same builds. */
  root: string;
  env: SiteEnv;
  data: DataFolder;
  stages: Stages;
  step: Step;
  /** Called when a process ended and cannot be restarted. */
  onFailure(error: Error): void;
  log(line: string): void;
}

export interface StartedSite {
  ports: Ports;
  /** Public account of a demo site; undefined when the API did not respond. */
  demo: DemoAccount | null | undefined;
}

/** Starts all processes, in parallel where the order allows. */
export async function startSite(context: SiteContext): Promise<StartedSite> {
  const { root, env, data, step, stages } = context;
  const ports: Ports = {
    site: env.PORT,
    admin: env.ADMIN_PORT ?? (await adminPort(env)),
    api: await freePort(['127.0.0.1']),
  };
  const services = { root, env, data, ports };
  // The web needs no database, and loads while that starts.
  const web = Promise.all(webPlans(services).map((plan) => startService(context, 'web', plan)));
  // Awaited below; until then a failure must not count as an unhandled rejection.
  web.catch(() => undefined);

  const databaseUrl = env.DATABASE_URL ?? (await startDatabase(context)).url;
  const { migrate, api, worker } = backendPlans(services, databaseUrl);
  await step('Schema', async () => {
    const migration = await stages.start('api', () => {
      const launched = launchProcess(migrate);
      return { finished: launched.finished, stop: async () => void (await stopProcess(launched)) };
    });
    await migration.finished();
  });
  await step('Site', () =>
    Promise.all([startService(context, 'api', api), startService(context, 'worker', worker), web]),
  );
  const demo = env.DEMO ? await openDemo(context, `http://127.0.0.1:${ports.api}`) : null;
  return { ports, demo };
}

/** PORT + 1000, or any free port. */
async function adminPort({ HOST, PORT }: SiteEnv): Promise<number> {
  const addresses = addressesOf(HOST);
  const preferred = PORT + 1000;
  return preferred <= 65_535 && (await isPortFree(preferred, addresses)) ? preferred : freePort(addresses);
}

async function startDatabase({ data, stages, step, onFailure, log }: SiteContext): Promise<LocalPostgres> {
  const postgres = await step('Database', () =>
    stages.start('database', () => startLocalPostgres({ dataDir: data.inside('postgres') })),
  );
  if (postgres.notice !== undefined) log(postgres.notice);
  const logFile = new LogFile(postgres.logFile);
  void postgres.lost.then(() =>
    onFailure(new StartError('The database has ended.', [...logFile.lastLines(), `The whole log: ${logFile.path}`])),
  );
  return postgres;
}

async function startService(context: SiteContext, stage: Stage, plan: ProcessPlan): Promise<void> {
  const { env, stages, onFailure, log } = context;
  const { name } = plan;
  const launch = () => launchProcess(plan);
  // As long as `run` lets a stop take.
  const stopTimeoutMs = env.DRAIN_MS + 25_000;
  const supervision = { stopTimeoutMs, maxPauseMs: 5_000, onRestart: log, onGiveUp: onFailure };
  const service = await stages.start(stage, () => new SupervisedProcess({ name, launch, ...supervision }));
  await service.start();
}

/** Uploads the demo content. A failure is logged: the site works without it, and the next start resumes. */
async function openDemo(
  { data, stages, step, log }: SiteContext,
  origin: string,
): Promise<DemoAccount | null | undefined> {
  let account: DemoAccount | null | undefined;
  try {
    account = await findDemoAccount(origin);
    if (account === null) return null;
    const options = { origin, account, stateFile: data.inside('demo.json') };
    if (!(await needsDemoContent(options))) return account;
    await step('Demo content', (progress) =>
      uploadDemoContent(options, (done, total) => progress(`${done} of ${total} pictures`)),
    );
  } catch (error) {
    if (stages.isStopping) return account;
    const reason = error instanceof Error ? error.message : String(error);
    log(
      account === undefined
        ? `The demo account could not be read (${reason}); the next start retries.`
        : `The demo content is not complete (${reason}); the next start goes on with it.`,
    );
  }
  return account;
}
