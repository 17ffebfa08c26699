import { expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.ts';

/** Tasks that end on demand. */
function slowTasks() {
  const ends: ((error?: Error) => void)[] = [];
  const start = () =>
    new Promise<void>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()));
    });
  return { ends, start };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('semaphore bounds concurrent tasks, and starts the next after a success or failure', async () => {
  const semaphore = new Semaphore(2, 10);
  const { ends, start } = slowTasks();
  const [first, ...others] = [1, 2, 3, 4].map(() => semaphore.run(start));
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

it('semaphore refuses tasks beyond its queue, until one has ended', async () => {
  const semaphore = new Semaphore(1, 1);
  const { ends, start } = slowTasks();
  const [running, waiting] = [semaphore.run(start), semaphore.run(start)];

  await expect(semaphore.run(start)).rejects.toMatchObject({ code: 'service.unavailable' });

  ends[0]?.();
  await running;
  await settled();
  ends[1]?.();
  await waiting;
  await expect(semaphore.run(async () => 'done')).resolves.toBe('done');
});
