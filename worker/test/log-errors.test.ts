import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { logErrors } from '../src/start-worker.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('logs an error of the connection once in ten seconds, with the number of omitted lines, and each failed job', () => {
  const warn = jest.fn();
  const onError = logErrors({ warn });
  const refused = new Error('connect ECONNREFUSED');
  const job = { name: 'photo.render', payload: { photoId: 1 } };

  for (let attempt = 0; attempt < 100; attempt += 1) onError(refused);
  onError(new Error('No space left'), job, 'a-request');
  onError(new Error('No space left'), job, 'a-request');
  expect(warn.mock.calls).toMatchObject([
    [{ err: refused }, 'JobWorker'],
    [{ err: { message: 'No space left' }, job, requestId: 'a-request' }, 'JobWorker'],
    [{ err: { message: 'No space left' }, job, requestId: 'a-request' }, 'JobWorker'],
  ]);

  warn.mockClear();
  jest.advanceTimersByTime(10_000);
  onError(refused);
  expect(warn.mock.calls).toMatchObject([
    [{ err: { message: 'connect ECONNREFUSED' }, leftOut: 99 }, 'JobWorker'],
    [{ err: refused }, 'JobWorker'],
  ]);
});
