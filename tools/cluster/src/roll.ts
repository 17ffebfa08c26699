import { setTimeout as wait } from 'node:timers/promises';
import { Cluster } from './cluster.ts';
import { Load, WITHOUT_LIMITS } from './load.ts';
import { count } from './load-answers.ts';
import type { Command } from './main.ts';
import { readOptions } from './options.ts';

/** Milliseconds of load before the first restart, and between two. */
const SETTLE = 2_000;

/** Restarts each api and each public-web in turn under load, as a deployment does: not one request may fail. */
export const command: Command = async ({ dataDir, args, signal }) => {
  const storage = readOptions(args, { disk: false }).disk ? 'disk' : 's3';
  const cluster = await Cluster.start({
    ...{ dataDir, storage, replicas: { api: 2, worker: 1, 'public-web': 2 } },
    env: WITHOUT_LIMITS,
  });
  try {
    const load = await Load.begin(cluster, {
      ...{ seed: 1, pause: 60 },
      clients: { page: 4, media: 3, api: 4, comment: 2, upload: 1 },
    });
    await wait(SETTLE, undefined, { signal });
    console.log(
      `  ${'restarted'.padEnd(14)}${'stopped in'.padStart(12)}${'ready in'.padStart(12)}${'not served'.padStart(12)}`,
    );
    for (const member of [...cluster.members('api'), ...cluster.members('public-web')]) {
      signal.throwIfAborted();
      const from = Date.now();
      await member.stop();
      const stopped = Date.now();
      await member.start();
      const ready = Date.now();
      await wait(SETTLE, undefined, { signal });
      const [, away, faults] = count(load.answers.between(from, Date.now()));
      const figures = [`${stopped - from} ms`, `${ready - stopped} ms`, String(away + faults)];
      console.log(`  ${member.title.padEnd(14)}${figures.map((figure) => figure.padStart(12)).join('')}`);
    }
    await load.stop();
    const [well, away, faults] = count(load.answers.all);
    console.log(['', ...load.answers.table(), ...load.answers.faults()].join('\n'));
    console.log(`\n  ${well + away + faults} requests, ${away + faults} not served.`);
    return away + faults === 0 ? 0 : 1;
  } finally {
    await cluster.stop();
  }
};
