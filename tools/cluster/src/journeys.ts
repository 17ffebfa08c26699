import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { seedDemo } from '@portfolio/demo';
import { ROOT } from '@portfolio/testing/repository';
import { withCluster } from './cluster.ts';
import type { Command } from './main.ts';
import { readOptions } from './options.ts';

/** Test files of e2e; each runs on its own cluster with the demo content. */
const JOURNEYS = ['seo', 'reading', 'journey', 'galleries-and-photos'];
/** Test of `npm start` alone: a single API. */
const EXCLUDED = 'while the API is down';

/** A demo without rate limits, since the browser is one visitor. */
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

/** Runs e2e journeys through the gateway; names choose some of them. */
export const command: Command = async ({ dataDir, args, signal }) => {
  const { disk, names } = readOptions(args, { disk: false }, { allowNames: true });
  const options = { disk, replicas: { api: 2, worker: 2, 'public-web': 2 } };
  const template = join(dataDir, 'template');
  await withCluster({ ...options, dataDir: template, env: ENV }, async ({ url }) => {
    console.log('  The demo is uploaded through the gateway.');
    await seedDemo({ origin: url });
  });

  const journeys = names.length > 0 ? names : JOURNEYS;
  const outcomes: [string, boolean][] = [];
  for (const journey of journeys) {
    if (signal.aborted) break;
    const folder = join(dataDir, journey);
    cpSync(template, folder, { recursive: true, filter: (path) => !/postmaster\.pid$|supervisor\.json$/.test(path) });
    const mark = `cluster-${randomUUID()}`;
    await withCluster({ ...options, dataDir: folder, env: { ...ENV, E2E_SITE: mark } }, async (cluster) => {
      console.log(`  ${journey}: ${cluster.url}`);
      outcomes.push([journey, await run(journey, { SITE_URL: cluster.url, SITE_MARK: mark }, signal)]);
    });
  }
  for (const [journey, hasPassed] of outcomes) console.log(`  ${hasPassed ? 'passed' : 'failed'}  ${journey}`);
  return outcomes.filter(([, hasPassed]) => hasPassed).length === journeys.length ? 0 : 1;
};

async function run(journey: string, env: Record<string, string>, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const child = spawn(
    process.execPath,
    [...[join(ROOT, 'tools/run-jest.mjs'), `/${journey}\\.test`], ...['-t', `^(?!${EXCLUDED})`]],
    { cwd: join(ROOT, 'e2e'), env: { ...process.env, ...env }, stdio: 'inherit' },
  );
  signal.addEventListener('abort', () => child.kill());
  return new Promise((resolve) => child.once('exit', (status) => resolve(status === 0)));
}
