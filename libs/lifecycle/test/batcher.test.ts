import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Batcher } from '../src/batcher.ts';

/** A batcher whose batches the test resolves. */
function startBatcher(interval = 0) {
  const batches: { keys: number[]; resolve(): void; fail(error: Error): void }[] = [];
  const batcher = new Batcher<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        batches.push({ keys, resolve: () => resolve(keys.map((key) => `value ${key}`)), fail: reject });
      }),
    interval,
  );
  return { batcher, batches, keys: () => batches.map((batch) => batch.keys) };
}

/** Lets batches start, in two turns: a batch that ends schedules the next one after the first `setImmediate` here. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
/** Lets running batches count as slow. */
const slowDown = async () => {
  jest.advanceTimersByTime(10);
  await settle();
};

// The event loop is real; timers and clocks are fake.
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('Batcher', () => {
  it('batches concurrent lookups and returns each its value', async () => {
    const { batcher, batches, keys } = startBatcher();
    const values = Promise.all([1, 2, 3].map((key) => batcher.load(key)));
    await settle();
    expect(keys()).toEqual([[1, 2, 3]]);

    batches[0]?.resolve();
    expect(await values).toEqual(['value 1', 'value 2', 'value 3']);
  });

  it('gathers lookups for an interval after the start of a batch', async () => {
    const { batcher, batches, keys } = startBatcher(5);
    const values = [batcher.load(1)];
    await settle();
    batches[0]?.resolve();
    await settle();
    values.push(batcher.load(2));
    await settle();
    values.push(batcher.load(3));
    await settle();
    expect(keys()).toEqual([[1]]);

    jest.advanceTimersByTime(5);
    await settle();
    expect(keys()).toEqual([[1], [2, 3]]);
    batches[1]?.resolve();
    expect(await Promise.all(values)).toEqual(['value 1', 'value 2', 'value 3']);
  });

  it('returns undefined for a key without a value', async () => {
    const batcher = new Batcher<number, string>(async (keys) => new Array<string>(keys.length));

    expect(await Promise.all([batcher.load(1), batcher.load(2)])).toEqual([undefined, undefined]);
  });

  it('adds no lookup to a batch that has started', async () => {
    const { batcher, batches, keys } = startBatcher();
    const first = batcher.load(1);
    await settle();
    const second = batcher.load(1);
    const third = batcher.load(3);
    await settle();
    expect(keys()).toEqual([[1]]);
    batches[0]?.resolve();
    await settle();
    expect(keys()).toEqual([[1], [1, 3]]);

    batches[1]?.resolve();
    expect(await Promise.all([first, second, third])).toEqual(['value 1', 'value 1', 'value 3']);
  });

  it('starts the next batch beside a slow one', async () => {
    const { batcher, batches, keys } = startBatcher();
    const first = batcher.load(1);
    await settle();
    const second = batcher.load(2);
    await slowDown();
    expect(keys()).toEqual([[1], [2]]);

    batches[1]?.resolve();
    expect(await second).toBe('value 2');
    batches[0]?.resolve();
    expect(await first).toBe('value 1');
  });

  it('runs at most three batches concurrently and collects further lookups', async () => {
    const { batcher, batches, keys } = startBatcher();
    const values: Promise<string>[] = [];
    for (const key of [1, 2, 3, 4, 5]) {
      values.push(batcher.load(key));
      await slowDown();
    }
    expect(keys()).toEqual([[1], [2], [3]]);

    batches[1]?.resolve();
    await settle();
    expect(keys()).toEqual([[1], [2], [3], [4, 5]]);
    for (const batch of batches) batch.resolve();
    expect(await Promise.all(values)).toHaveLength(5);
  });

  it('rejects every lookup of a failed batch and reads the next one', async () => {
    const { batcher, batches } = startBatcher();
    const failing = Promise.allSettled([batcher.load(1), batcher.load(2)]);
    await settle();
    batches[0]?.fail(new Error('unavailable'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

    const next = batcher.load(3);
    await settle();
    batches[1]?.resolve();
    expect(await next).toBe('value 3');
  });

  it('splits many lookups into batches of 100', async () => {
    const { batcher, batches, keys } = startBatcher();
    const values = Promise.all(Array.from({ length: 250 }, (_, key) => batcher.load(key)));
    await settle();
    await settle();
    expect(keys().map(({ length }) => length)).toEqual([100, 100]);
    await slowDown();
    expect(keys().map(({ length }) => length)).toEqual([100, 100, 50]);
    for (const batch of batches) batch.resolve();
    expect((await values)[249]).toBe('value 249');
  });
});
