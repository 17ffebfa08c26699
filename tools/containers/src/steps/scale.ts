import assert from 'node:assert/strict';
import type { Deployment } from '../deployment.ts';

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
