import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ApiError } from '@portfolio/api-client';
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  onlineManager.setOnline(true);
});

/** A list on the screen and a change of it that fails. @returns how often the list was read, as time goes by */
function changing(error: Error, read: (time: number) => unknown = () => 'list') {
  const client = createQueryClient();
  let reads = 0;
  new QueryObserver(client, { queryKey: ['list'], queryFn: async () => read(++reads) }).subscribe(() => {});
  const change = () =>
    new MutationObserver(client, { mutationFn: () => Promise.reject(error) }).mutate().catch(() => undefined);
  return { change, reads: () => reads };
}

it('reads what is shown again after a change without an answer, which may have been made', async () => {
  const { change, reads } = changing(new ApiError(0, 'The site cannot be reached'));
  await jest.advanceTimersByTimeAsync(0);
  expect(reads()).toBe(1);

  await change();
  await jest.advanceTimersByTimeAsync(1_000);

  expect(reads()).toBe(2);
});

it('goes on until the site answers', async () => {
  const { change, reads } = changing(new ApiError(503, 'Busy'), (time) => {
    if (time > 1 && time < 6) throw new ApiError(0, 'The site cannot be reached');
    return 'list';
  });
  await jest.advanceTimersByTimeAsync(0);

  await change();
  await jest.advanceTimersByTimeAsync(60_000);

  // Two looks of two tries each, and the one that was answered.
  expect(reads()).toBe(6);
});

it('takes a refusal at its word', async () => {
  const { change, reads } = changing(new ApiError(409, 'Taken', 'gallery.slug-taken'));
  await jest.advanceTimersByTimeAsync(0);

  await change();
  await jest.advanceTimersByTimeAsync(60_000);

  expect(reads()).toBe(1);
});

it('keeps nothing back until the line is there again, which would be done unseen', async () => {
  onlineManager.setOnline(false);
  const failed = jest.fn();
  const { change, reads } = changing(new ApiError(0, 'The site cannot be reached'));

  void change().then(failed);
  await jest.advanceTimersByTimeAsync(0);

  expect(failed).toHaveBeenCalled();
  expect(reads()).toBe(1);
});
