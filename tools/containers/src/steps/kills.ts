import assert from 'node:assert/strict';
import { findLosses } from '@portfolio/cluster/losses';
import { Load } from '@portfolio/cluster/load';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { SERVICES, type Deployment } from '../deployment.ts';

/** Kills all processes of a container. Waits until the engine has restarted it and it is healthy. */
export async function killContainer(site: Deployment, id: string): Promise<void> {
  const restarts = async () => Number(await site.inspect(id, '{{.RestartCount}}'));
  const before = await restarts();
  // Killed from inside: for `docker kill`, the engine would not restart it. The command ends with its container.
  await site.docker('exec', id, 'sh', '-c', 'kill -9 -1').catch(() => undefined);
  await waitUntil(async () => (await restarts()) > before);
  await site.untilHealthy(id);
}

/** Kills each container under load: no accepted upload or comment is lost, and each response is correct or a correct 503. */
export async function surviveKills(site: Deployment): Promise<string[]> {
  const clients = { page: 2, media: 2, api: 2, comment: 1, upload: 1 };
  const load = await Load.start(site, { seed: 1, pause: 400, clients });
  let killed = 0;
  // The gateway comes last: without it, all requests fail.
  for (const service of SERVICES) {
    if (service === 'gateway') {
      const { fault } = load.outcomesSince(0);
      assert.equal(fault, 0, load.table());
    }
    for (const id of await site.containers(service)) {
      await killContainer(site, id);
      killed += 1;
    }
  }
  const restored = Date.now();
  await waitUntil(() => load.outcomesSince(restored).ok > 20);
  await load.stop();
  assert.equal(load.outcomesSince(restored).fault, 0, load.table());

  const losses = await findLosses(load.api, load);
  assert.deepEqual(losses, [], load.table());
  const { ok, unavailable, cut, fault } = load.outcomesSince(0);
  return [
    `${killed} containers killed; ${ok + unavailable + cut + fault} requests, ${unavailable} times 503, ${cut} cut off, ` +
      `${fault} failed without the gateway`,
    `${load.uploads.length} uploads and ${load.comments.length} comments accepted, 0 lost`,
  ];
}
