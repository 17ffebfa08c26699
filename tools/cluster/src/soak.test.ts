import { expect, it } from '@jest/globals';
import type { ClusterProcess } from './cluster.ts';
import { sample } from './soak.ts';

/** Process that ends while its metrics are read. */
function ending(pid: number): ClusterProcess {
  let hasEnded = false;
  return {
    isRunning: true,
    get pid() {
      if (hasEnded) throw new Error('api-1 does not run');
      return pid;
    },
    get addresses() {
      hasEnded = true;
      return {};
    },
  } as ClusterProcess;
}

it('a process that ends during its sample does not end the run', async () => {
  const samples: Parameters<typeof sample>[2] = [];

  await sample(ending(999_999_999), Date.now(), samples);

  expect(samples).toEqual([]);
});
