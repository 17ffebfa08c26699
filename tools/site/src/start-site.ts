import { startLocalPostgres, type LocalPostgres } from '@portfolio/local-postgres';
import type { DataFolder } from './data-folder.ts';
import { bringDemoContent, findDemoAccount, wantsDemoContent, type DemoAccount } from './demo-content.ts';
import type { SiteEnv } from './env.ts';
import { SupervisedProcess } from './supervised-process.ts';
import { LogFile } from './log-file.ts';
import { Part, type PartPlan } from './part.ts';
import { backendParts, webParts, type Ports } from './parts.ts';
import { freePort } from './ports.ts';
import type { Stage, Stages } from './stages.ts';
import { StartError } from './start-error.ts';

/** Does one step and prints it with its time; see tools/bootstrap.mjs. */
export type Step = <T>(title: string, action: (progress: (text: string) => void) => Promise<T>) => Promise<T>;

export interface SiteContext {
  /** Of the repository, or of a folder with the same builds. */
  root: string;
  env: SiteEnv;
  data: DataFolder;
  stages: Stages;
  step: Step;
  /** To be told of what has ended although nobody asked it to, and cannot be brought back. */
  onDeath(error: StartError): void;
  say(line: string): void;
}

/** A site that runs. */
export interface StartedSite {
  ports: Ports;
  /** What everybody may sign in with, where the site is a demo. */
  demo: DemoAccount | null;
}

/** Starts everything, in as little time as the order allows. */
export async function startSite(context: SiteContext): Promise<StartedSite> {
  const { root, env, data, step } = context;
  const ports: Ports = {
    site: env.PORT,
    admin: env.ADMIN_PORT ?? (await freePort(env.HOST, env.PORT + 1000)),
    api: await freePort('127.0.0.1'),
  };
  // These need no database, and loading their modules takes as long as starting it.
  const web = webParts(root, env, { data, ports }).map((plan) => startPart(context, 'web', plan));
  const all = Promise.all(web);
  // Awaited below; until then a fault must not count as one that nobody caught.
  all.catch(() => undefined);

  const databaseUrl = env.DATABASE_URL ?? (await startDatabase(context)).url;
  const { migrate, api, worker } = backendParts(root, env, { data, ports, databaseUrl });
  await step('Schema', async () => {
    const migration = await context.stages.start('api', () => new Part(migrate));
    await migration.done();
  });
  await step('Site', () => Promise.all([startPart(context, 'api', api), startPart(context, 'worker', worker), all]));
  const demo = env.DEMO ? await openDemo(context, `http://127.0.0.1:${ports.api}`) : null;
  return { ports, demo };
}

async function startDatabase({ data, stages, step, onDeath, say }: SiteContext): Promise<LocalPostgres> {
  const postgres = await step('Database', () =>
    stages.start('database', () => startLocalPostgres({ dataDir: data.postgres })),
  );
  if (postgres.notice !== undefined) say(postgres.notice);
  const log = new LogFile(postgres.logFile);
  void postgres.lost.then(() =>
    onDeath(new StartError('The database has ended.', [...log.lastLines(), `The whole log: ${log.path}`])),
  );
  return postgres;
}

async function startPart({ stages, onDeath, say }: SiteContext, stage: Stage, plan: PartPlan): Promise<void> {
  const part = await stages.start(stage, () => new SupervisedProcess({ plan, onDeath, say }));
  await part.ready();
}

/** A site that works without its demo content is worth more than none: a fault here is told, and the next start goes on. */
async function openDemo({ data, stages, step, say }: SiteContext, origin: string): Promise<DemoAccount | null> {
  let account: DemoAccount | null = null;
  try {
    account = await findDemoAccount(origin);
    if (account === null) return null;
    const options = { origin, account, stateFile: data.demoState };
    if (!(await wantsDemoContent(options))) return account;
    await step('Demo content', (progress) =>
      bringDemoContent(options, (done, total) => progress(`${done} of ${total} pictures`)),
    );
  } catch (error) {
    if (stages.isStopping) return account;
    const reason = error instanceof Error ? error.message : String(error);
    say(`The demo content is not complete (${reason}); the next start goes on with it.`);
  }
  return account;
}
