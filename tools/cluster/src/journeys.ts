import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { seedDemo } from '@portfolio/demo';
import { Cluster } from './cluster.ts';
import type { Command } from './main.ts';
import { readOptions } from './options.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The journeys, each on a cluster of its own that begins with the demo's content. */
const JOURNEYS = ['found', 'reading', 'journey', 'galleries-and-photos'];
/**
 * What is of `npm start` alone: one stops the only api there is, where here another one answers; one signs in to the back
 * office on an origin of its own, which it has not behind a gateway; one asks for what is no address, which a gateway leads
 * to no page.
 */
const NOT_HERE = ['while the api does not answer', 'the back office works on its own origin', 'the HTML of /%zz'];

/** A demo, as the journeys know it from `npm start`; one visitor asks for what many would. */
const ENV = {
  DEMO: 'true',
  ADMIN_EMAIL: '',
  ADMIN_PASSWORD: '',
  DRAIN_MS: '200',
  LIMIT_COMMENTS: '1000',
  LIMIT_MESSAGES: '1000',
  LIMIT_POSTS_PER_MINUTE: '1000',
  LIMIT_SIGN_INS: '1000',
  GATEWAY_REQUESTS: '1000',
  GATEWAY_CONNECTIONS: '1000',
};
const REPLICAS = { api: 2, worker: 2, 'public-web': 2 };

/** Runs the browser's journeys through the gateway. Names of journeys choose some; `--disk` keeps files in a folder. */
export const command: Command = async ({ dataDir, args, signal }) => {
  const { disk, names: chosen } = readOptions(args, { disk: false }, 'names');
  const storage = disk ? 'disk' : 's3';
  const template = join(dataDir, 'template');
  await withCluster(template, storage, {}, async (cluster) => {
    console.log('  The demo is brought in through the gateway.');
    await seedDemo({ origin: cluster.url });
  });

  const outcomes: [string, boolean][] = [];
  for (const journey of chosen.length > 0 ? chosen : JOURNEYS) {
    if (signal.aborted) break;
    const folder = join(dataDir, journey);
    cpSync(template, folder, { recursive: true, filter: (path) => !/postmaster\.pid$|keeper\.json$/.test(path) });
    const mark = `cluster-${randomUUID()}`;
    await withCluster(folder, storage, { E2E_SITE: mark }, async ({ url }) => {
      console.log(`  ${journey}: ${url}`);
      outcomes.push([journey, await run(journey, { SITE_URL: url, SITE_MARK: mark }, signal)]);
    });
  }
  for (const [journey, isWell] of outcomes) console.log(`  ${isWell ? 'passed' : 'failed'}  ${journey}`);
  return outcomes.length > 0 && outcomes.every(([, isWell]) => isWell) ? 0 : 1;
};

async function withCluster(
  dataDir: string,
  storage: 's3' | 'disk',
  env: Record<string, string>,
  use: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const cluster = await Cluster.start({ dataDir, storage, replicas: REPLICAS, env: { ...ENV, ...env } });
  Object.assign(cluster.account, { email: DEMO_ACCOUNT.email, password: DEMO_ACCOUNT.password });
  try {
    await use(cluster);
  } finally {
    await cluster.stop();
  }
}

async function run(journey: string, env: Record<string, string>, signal: AbortSignal): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [...[join(ROOT, 'tools/run-jest.mjs'), `/${journey}\\.test`], ...['-t', `^(?!${NOT_HERE.join('|')})`]],
    { cwd: join(ROOT, 'e2e'), env: { ...process.env, ...env }, stdio: 'inherit' },
  );
  signal.addEventListener('abort', () => child.kill());
  return new Promise((done) => child.once('exit', (status) => done(status === 0)));
}
