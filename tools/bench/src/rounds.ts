import { availableParallelism, loadavg } from 'node:os';

/** Runs a measurement once as a warm-up, and then in each round. */
export async function measureRounds<T>(rounds: number, measure: () => Promise<T>): Promise<T[]> {
  console.log('Warm-up …');
  await measure();
  const results: T[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Round ${round} of ${rounds}`);
    results.push(await measure());
  }
  return results;
}

/** Node, cores and average load of the last minute, for the JSON file. */
export const machine = () => ({ node: process.version, cores: availableParallelism(), load: loadavg()[0] ?? NaN });
