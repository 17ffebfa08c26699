import { expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.ts';

/** Work of which each piece ends when it is told to. */
function slowWork() {
  const ends: ((error?: Error) => void)[] = [];
  const start = () =>
    new Promise<void>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()));
    });
  return { ends, start };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs so many at once, and the next when one has ended, also badly', async () => {
  const turns = new Semaphore(2, 10);
  const { ends, start } = slowWork();
  const [first, ...others] = [1, 2, 3, 4].map(() => turns.run(start));
  await settled();
  expect(ends).toHaveLength(2);

  ends[0]?.(new Error('wrong'));
  await expect(first).rejects.toThrow('wrong');
  await settled();
  expect(ends).toHaveLength(3);

  for (let index = 1; index < 4; index += 1) {
    ends[index]?.();
    await settled();
  }
  await Promise.all(others);
});

it('lets no more wait than it is told, and takes others again when they have had their turn', async () => {
  const turns = new Semaphore(1, 1);
  const { ends, start } = slowWork();
  const [running, waiting] = [turns.run(start), turns.run(start)];

  await expect(turns.run(start)).rejects.toMatchObject({ code: 'service.unavailable' });

  ends[0]?.();
  await running;
  await settled();
  ends[1]?.();
  await waiting;
  await expect(turns.run(async () => 'done')).resolves.toBe('done');
});
