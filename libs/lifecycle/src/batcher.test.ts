import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Batcher } from './batcher.ts';

/** Questions as they come, each batch to be answered by hand. */
function byHand() {
  const batches: { questions: number[]; answer(): void; fail(error: Error): void }[] = [];
  const together = new Batcher<number, string>(
    (questions) =>
      new Promise((resolve, reject) => {
        batches.push({ questions, answer: () => resolve(questions.map((n) => `to ${n}`)), fail: reject });
      }),
  );
  return { batches, together };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
/** Until what is under way takes long. */
const long = async () => {
  jest.advanceTimersByTime(10);
  await turn();
};

// Turns of the event loop are real ones.
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('questions asked at the same moment', () => {
  it('are one batch, and each gets its own answer', async () => {
    const { batches, together } = byHand();
    const answers = Promise.all([1, 2, 3].map((n) => together.load(n)));
    await turn();
    expect(batches.map(({ questions }) => questions)).toEqual([[1, 2, 3]]);

    batches[0]?.answer();
    expect(await answers).toEqual(['to 1', 'to 2', 'to 3']);
  });

  it('are not answered by what was begun before: who comes later is in a later batch', async () => {
    const { batches, together } = byHand();
    const first = together.load(1);
    await turn();
    const second = together.load(1);
    const third = together.load(3);
    await turn();
    expect(batches.map(({ questions }) => questions)).toEqual([[1]]);
    batches[0]?.answer();
    await turn();
    expect(batches.map(({ questions }) => questions)).toEqual([[1], [1, 3]]);

    batches[1]?.answer();
    expect(await Promise.all([first, second, third])).toEqual(['to 1', 'to 1', 'to 3']);
  });

  it('wait no longer for a batch that takes long', async () => {
    const { batches, together } = byHand();
    const first = together.load(1);
    await turn();
    const second = together.load(2);
    await long();
    expect(batches.map(({ questions }) => questions)).toEqual([[1], [2]]);

    batches[1]?.answer();
    expect(await second).toBe('to 2');
    batches[0]?.answer();
    expect(await first).toBe('to 1');
  });

  it('wait while three batches are under way, and then go together', async () => {
    const { batches, together } = byHand();
    const answers: Promise<string>[] = [];
    for (const n of [1, 2, 3, 4, 5]) {
      answers.push(together.load(n));
      await long();
    }
    expect(batches.map(({ questions }) => questions)).toEqual([[1], [2], [3]]);

    batches[1]?.answer();
    await turn();
    expect(batches.map(({ questions }) => questions)).toEqual([[1], [2], [3], [4, 5]]);
    for (const batch of batches) batch.answer();
    expect(await Promise.all(answers)).toHaveLength(5);
  });

  it('of a batch that fails fail, and the next is asked', async () => {
    const { batches, together } = byHand();
    const failing = Promise.allSettled([together.load(1), together.load(2)]);
    await turn();
    batches[0]?.fail(new Error('away'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

    const next = together.load(3);
    await turn();
    batches[1]?.answer();
    expect(await next).toBe('to 3');
  });

  it('are asked in several batches where they are many', async () => {
    const { batches, together } = byHand();
    const answers = Promise.all(Array.from({ length: 250 }, (_, n) => together.load(n)));
    await turn();
    await turn();
    expect(batches.map(({ questions }) => questions.length)).toEqual([100, 100]);
    await long();
    expect(batches.map(({ questions }) => questions.length)).toEqual([100, 100, 50]);
    for (const batch of batches) batch.answer();
    expect((await answers)[249]).toBe('to 249');
  });
});
