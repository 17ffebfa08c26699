import { setTimeout as wait } from 'node:timers/promises';
import { formatTable } from '@portfolio/testing/statistics';
import { withCluster } from './cluster.ts';
import { Load, WITHOUT_LIMITS } from './load.ts';
import type { Command } from './main.ts';
import { readOptions, storageOption } from './options.ts';

/** Load before the first restart, and between two. */
const SETTLE_MS = 2_000;

/** Rolling restart of all api and public-web instances under load. No request may fail. */
export const command: Command = ({ dataDir, args, signal }) => {
  const storage = storageOption(readOptions(args, { disk: false }));
  const replicas = { api: 2, worker: 1, 'public-web': 2 };
  return withCluster({ dataDir, storage, replicas, env: WITHOUT_LIMITS }, async (cluster) => {
    const load = await Load.start(cluster, {
      ...{ seed: 1, pause: 60 },
      clients: { page: 4, media: 3, api: 4, comment: 2, upload: 1 },
    });
    await wait(SETTLE_MS, undefined, { signal });
    const rows = [];
    for (const service of [...cluster.processes('api'), ...cluster.processes('public-web')]) {
      signal.throwIfAborted();
      const from = Date.now();
      await service.stop();
      const stopped = Date.now();
      await service.start();
      const ready = Date.now();
      await wait(SETTLE_MS, undefined, { signal });
      const { unavailable, fault } = load.outcomesSince(from);
      rows.push([service.title, stopped - from, ready - stopped, unavailable + fault]);
    }
    console.log(formatTable(['restarted', 'stopped in ms', 'ready in ms', 'not served'], rows));
    const { ok, unavailable, fault } = await load.stop();
    console.log(`\n  ${ok + unavailable + fault} requests, ${unavailable + fault} not served.`);
    return unavailable + fault === 0 ? 0 : 1;
  });
};
