import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Load } from '@portfolio/cluster/load';
import { findLosses } from '@portfolio/cluster/losses';
import { OUR_SERVICES, type Deployment } from '../deployment.ts';
import { outputOfFailure } from './start.ts';

const BROKEN_VERSION = 'broken';
/** A process that never becomes ready. */
const BROKEN = 'CMD ["node", "--eval", "setInterval(() => undefined, 1000)"]';

/** Runs an action under load. No request fails, and no accepted upload or comment is lost. */
async function withoutFailedRequest(site: Deployment, seed: number, action: () => Promise<void>): Promise<string> {
  const clients = { page: 3, media: 3, api: 3, comment: 1, upload: 1 };
  const load = await Load.start(site, { seed, pause: 250, uploadPause: 1_500, clients });
  const { unavailable, cut, fault, ok } = await action().then(
    () => load.stop(),
    async (error: unknown) => {
      await load.stop();
      throw error;
    },
  );
  assert.equal(unavailable + cut + fault, 0, [load.table(), ...(await failedRequests(site))].join('\n'));
  assert.deepEqual(await findLosses(load.api, load), []);
  return `${ok} requests with ${load.uploads.length} uploads, 0 failed`;
}

/** The gateway's last log lines of requests that failed, each with what the instances responded. */
async function failedRequests(site: Deployment): Promise<string[]> {
  const lines = (await site.compose('logs', '--no-color', '--no-log-prefix', 'gateway')).split('\n');
  return lines.filter((line) => /"status":50\d/.test(line)).slice(-10);
}

/** Containers and images of our services. */
async function running(site: Deployment): Promise<string[]> {
  const format = '{{.Config.Image}} {{index .Config.Labels "org.opencontainers.image.version"}}';
  const ids = await site.containers(...OUR_SERVICES);
  return (await site.docker('inspect', '--format', format, ...ids)).split('\n').sort();
}

/** `deploy/roll` to a new version is interrupted while containers of two versions run; the next run finishes. */
export async function rollAfterInterruption(site: Deployment): Promise<string[]> {
  const before = await running(site);
  const previous = site.setting('VERSION')!;
  await site.commitNewVersion();
  const areTwo = async () => new Set((await running(site)).filter((line) => /-api:/.test(line))).size === 2;
  const requests = await withoutFailedRequest(site, 2, async () => {
    await site.runUntil(areTwo, 'deploy/roll');
    await site.run('deploy/roll');
  });
  const version = site.setting('VERSION')!;
  assert.notEqual(version, previous);
  assert.deepEqual(
    await running(site),
    before.map((line) => line.replaceAll(previous, version)),
  );
  return [requests, `${before.length} containers of ${previous} replaced by ${version}`];
}

/** `deploy/roll VERSION` goes back to an earlier version, with a changed setting, and removes the oldest images. */
export async function goBack(site: Deployment): Promise<string[]> {
  const before = await running(site);
  const newer = site.setting('VERSION')!;
  const version = (await site.versions()).find((tag) => ![newer, BROKEN_VERSION].includes(tag));
  assert(version, 'There is no earlier version: run the steps before this one too');
  for (const service of OUR_SERVICES)
    await site.docker('tag', site.image(service, version), site.image(service, 'old'));
  site.configure({ LOG_LEVEL: 'debug' });
  const requests = await withoutFailedRequest(site, 4, async () => void (await site.run('deploy/roll', version)));
  assert.deepEqual(
    await running(site),
    before.map((line) => line.replaceAll(newer, version)),
  );
  const settings = await site.inspect(await site.container('api'), '{{.Config.Env}}');
  assert.match(settings, /LOG_LEVEL=debug/);
  const remaining = await site.versions();
  assert(
    remaining.length === 3 && remaining.includes(version) && remaining.includes(newer),
    `images of ${remaining.join()}`,
  );
  return [
    requests,
    `${before.length} containers of ${newer} replaced by ${version}; images of ${remaining.join(', ')}`,
  ];
}

/** `deploy/roll` to images whose API never becomes healthy fails, and the previous version runs on. */
export async function rollBack(site: Deployment): Promise<string[]> {
  const before = await running(site);
  const version = site.setting('VERSION');
  const dockerfile = join(site.folder, 'broken.Dockerfile');
  writeFileSync(dockerfile, `FROM ${site.image('api')}\n${BROKEN}\n`);
  for (const service of OUR_SERVICES)
    await site.docker('tag', site.image(service), site.image(service, BROKEN_VERSION));
  await site.docker('build', '--quiet', '--tag', site.image('api', BROKEN_VERSION), '--file', dockerfile, site.folder);
  let output = '';
  const requests = await withoutFailedRequest(site, 3, async () => {
    output = await outputOfFailure(site.run('deploy/roll', BROKEN_VERSION));
  });
  assert.match(output, /api of broken did not become healthy/);
  assert.deepEqual(await running(site), before);
  assert.equal(site.setting('VERSION'), version);
  return [requests, output.trim().split('\n').at(-1)!];
}

/** Numbers of replicas in `.env` outlive a plain `up`. */
export async function keepReplicas(site: Deployment): Promise<string[]> {
  site.configure({ WORKERS: '3', APIS: '2', PUBLIC_WEBS: '2' });
  await site.up();
  const before = await site.containers();
  for (const [service, count] of [['worker', 3] as const, ['api', 2] as const, ['public-web', 2] as const]) {
    assert.equal((await site.containers(service)).length, count, service);
  }
  await site.up();
  assert.deepEqual((await site.containers()).sort(), before.sort());
  return [`${before.length} containers`];
}
