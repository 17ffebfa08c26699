// npm run containers: docker-compose.yml on a real engine, checked from the first start to its removal; see docs/operations.md.
import { sentence } from '../../totals.mjs';
import { baseImages, provideBaseImages } from './base-images.ts';
import { Deployment } from './deployment.ts';
import { Engine } from './engine.ts';
import { backUpAndRestore, keepVolumes } from './steps/backup.ts';
import { keepIpv6Addresses, serveTls } from './steps/gateway.ts';
import { dropPrivileges, keepLogsImpersonal, mountReadOnly, separateNetworks } from './steps/isolation.ts';
import { surviveKills } from './steps/kills.ts';
import { useManagedServices } from './steps/managed.ts';
import { acceptLargeUploads, limitIdleMemory, limitImageSizes, renderLargestPictures } from './steps/resources.ts';
import { goBack, keepReplicas, rollAfterInterruption, rollBack } from './steps/roll.ts';
import { nameMissingSecrets, refuseWeakSecrets, servePages } from './steps/start.ts';

const TITLE_WIDTH = 58;

const start = performance.now();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
const counts = { passed: 0, failed: 0 };

/**
 * Runs a step, prints its result, its duration and the lines that it returns. An error fails the step alone.
 *
 * @returns whether it passed
 * @throws after a stop signal
 */
async function runStep(title: string, action: () => Promise<unknown>): Promise<boolean> {
  const began = performance.now();
  const print = (mark: string, details: string[]) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${mark} ${title.padEnd(TITLE_WIDTH)} ${seconds.padStart(6)} s`);
    for (const line of details.flatMap((detail) => detail.split('\n'))) console.log(`    ${line}`);
  };
  try {
    const details = await action();
    print('✔', Array.isArray(details) ? details.map(String) : []);
    counts.passed += 1;
    return true;
  } catch (error) {
    stopping.signal.throwIfAborted();
    print('✘', [error instanceof Error ? error.message : String(error)]);
    counts.failed += 1;
    return false;
  }
}

/** Text in the titles of the steps to run after the start; by default, all run. */
const [chosen = ''] = process.argv.slice(2);

/** All steps, in the order of a site's life. A failed start leaves out the others. */
async function check(site: Deployment): Promise<void> {
  if (!(await runStep('copy of the tree', () => site.prepare()))) return;
  const images = baseImages(site.tree);
  const hasStarted =
    (await runStep('base images', () => provideBaseImages(site.engine, images))) &&
    (await runStep('missing secrets are named', () => nameMissingSecrets(site))) &&
    (await runStep('deploy/roll builds and starts the site', () => site.run('deploy/roll')));
  if (!hasStarted) return;
  let isChosen = false;
  const step = async (title: string, action: (site: Deployment) => Promise<unknown>) => {
    if (!title.includes(chosen)) return;
    isChosen = true;
    await runStep(title, () => action(site));
  };
  await step('a process refuses weak secrets', refuseWeakSecrets);
  await step('all pages and files are served at once', servePages);
  await step('image sizes', () => limitImageSizes(site, images[0]!));
  await step('idle memory', limitIdleMemory);
  await step('unprivileged users without capabilities', dropPrivileges);
  await step('read-only file systems', mountReadOnly);
  await step('networks', separateNetworks);
  await step('the largest pictures are rendered within the limits', renderLargestPictures);
  await step('replicas outlive a plain up', keepReplicas);
  await step('IPv6 visitors have their own addresses and limits', keepIpv6Addresses);
  await step('every container is killed under load', surviveKills);
  await step('logs without visitors’ addresses and tickets', keepLogsImpersonal);
  await step('an interrupted update is finished, under load', rollAfterInterruption);
  await step('a version that is not healthy is rolled back, under load', rollBack);
  await step('back to an earlier version with another setting, under load', goBack);
  await step('backup, wipe and restore', backUpAndRestore);
  await step('down, and up without IPv6', keepVolumes);
  await step('large uploads at once', acceptLargeUploads);
  await step('managed PostgreSQL and Redis', useManagedServices);
  await step('TLS, redirect and renewed certificate', serveTls);
  if (!isChosen) throw new Error(`No step has "${chosen}" in its title.`);
}

try {
  const engine = await Engine.connect();
  try {
    const site = await Deployment.create(engine, stopping.signal);
    try {
      await check(site);
    } finally {
      await site.remove();
    }
  } finally {
    await engine.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  counts.failed += 1;
}
console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s\n${sentence(counts)}`);
process.exit(counts.failed === 0 ? 0 : 1);
