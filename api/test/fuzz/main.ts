// npm run fuzz [-- --requests 20000 --seed 1]: sends generated requests to a running API and reports faults.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { startTestApi } from '../start-test-api.ts';
import { runFuzz } from './run-fuzz.ts';

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const requests = Number(values.requests ?? 20_000);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
console.log(`${requests} requests with seed ${seed}`);

const api = await startTestApi();
try {
  const { statuses, faults, neverSucceeded, megabytes } = await runFuzz(api, { requests, seed });
  console.log('Responses by status:', statuses);
  console.log(`Memory: grown by ${megabytes} MB`);
  console.log(`Operations that never succeeded: ${neverSucceeded.join(', ') || 'none'}`);
  for (const { fault, request, response } of faults) console.log(`\n--- ${fault}\n${request}\n>>>\n${response}`);
  console.log(`\n${faults.length} faults (--seed ${seed})`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await api.stop();
}
