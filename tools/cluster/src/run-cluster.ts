import { once } from 'node:events';
import { Cluster } from './cluster.ts';
import type { Command } from './main.ts';
import { readOptions } from './options.ts';

/** Runs three api, two workers and two public-web until it is asked to stop. */
export const command: Command = async ({ dataDir, args, signal }) => {
  const storage = readOptions(args, { disk: false }).disk ? 'disk' : 's3';
  const cluster = await Cluster.start({ dataDir, storage, replicas: { api: 3, worker: 2, 'public-web': 2 } });
  console.log(`\n  Site          ${cluster.url}`);
  console.log(`  Sign in       ${cluster.account.email} with the password ${cluster.account.password}`);
  for (const { title, pid, metricsUrl } of cluster.everybody()) {
    console.log(`  ${title.padEnd(14)}${String(pid).padEnd(9)}${metricsUrl ?? ''}`);
  }
  console.log('\n  Stop with Ctrl-C.');
  if (!signal.aborted) await once(signal, 'abort');
  console.log('  Stopping.');
  await cluster.stop();
  return 0;
};
