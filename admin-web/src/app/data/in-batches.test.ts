import { expect, it } from '@jest/globals';
import { LIMITS } from '@portfolio/contracts';
import { inBatches } from './in-batches.ts';

const ids = Array.from({ length: 2 * LIMITS.batch + 1 }, (_, index) => index);

it('splits items into batches and adds up their counts', async () => {
  const batches: number[][] = [];

  const { count, remaining } = await inBatches(ids, async (batch) => {
    batches.push(batch);
    return batch.length - 1;
  });

  expect(batches.map(({ length }) => length)).toEqual([LIMITS.batch, LIMITS.batch, 1]);
  expect(batches.flat()).toEqual(ids);
  expect(count).toBe(ids.length - 3);
  expect(remaining).toEqual([]);
});

it('stops at the first failure and returns the items remaining', async () => {
  const failure = new Error('busy');
  let requests = 0;

  const result = await inBatches(ids, async (batch) => {
    requests += 1;
    if (requests === 2) throw failure;
    return batch.length;
  });

  expect(requests).toBe(2);
  expect(result).toEqual({ count: LIMITS.batch, remaining: ids.slice(LIMITS.batch), error: failure });
});

it('reports progress after each batch', async () => {
  const progress: number[] = [];

  await inBatches(
    ids,
    async (batch) => batch.length,
    (done) => progress.push(done),
  );

  expect(progress).toEqual([LIMITS.batch, 2 * LIMITS.batch, ids.length]);
});
