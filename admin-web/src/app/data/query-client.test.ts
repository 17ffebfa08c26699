import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ApiError } from '@portfolio/api-client';
import { InfiniteQueryObserver, MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  onlineManager.setOnline(true);
});

/** An active query and a failing mutation. @returns the mutation and the number of reads */
function changing(error: Error, read: (time: number) => unknown = () => 'list') {
  const client = createQueryClient();
  let reads = 0;
  new QueryObserver(client, { queryKey: ['list'], queryFn: async () => read(++reads) }).subscribe(() => {});
  const change = () =>
    new MutationObserver(client, { mutationFn: () => Promise.reject(error) }).mutate().catch(() => undefined);
  return { change, reads: () => reads };
}

/** An active list of photos in pages of three. `change` loses its response. */
function aPagedList(ids: () => number[], onFetch: (cursor: number) => unknown) {
  const client = createQueryClient();
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam = Infinity }) => {
      await onFetch(pageParam);
      const rest = ids().filter((id) => id < pageParam);
      const photos = rest.slice(0, 3).map((id) => ({ id }));
      return { photos, next_cursor: rest.length > 3 ? String(rest[2]) : null, total: ids().length };
    },
    getNextPageParam: (page) => (page.next_cursor === null ? undefined : Number(page.next_cursor)),
  });
  list.subscribe(() => {});
  const disconnected = async () => {
    throw new ApiError(0, 'The site cannot be reached');
  };
  const meta = { changedIds: (id: number) => [id] };
  const change = (id: number) =>
    new MutationObserver<void, Error, number>(client, { mutationFn: disconnected, meta })
      .mutate(id)
      .catch(() => undefined);
  const shown = () => list.getCurrentResult().data!.pages.flatMap(({ photos }) => photos.map(({ id }) => id));
  return { client, list, change, shown };
}

it('refetches active queries after a mutation whose response was lost', async () => {
  const { change, reads } = changing(new ApiError(0, 'The site cannot be reached'));
  await jest.advanceTimersByTimeAsync(0);
  expect(reads()).toBe(1);

  await change();
  await jest.advanceTimersByTimeAsync(1_000);

  expect(reads()).toBe(2);
});

it('refetches the first page of a long list and the pages with changed items', async () => {
  let ids = [9, 8, 7, 6, 5, 4, 3, 2, 1];
  const read: number[] = [];
  const { client, list, change, shown } = aPagedList(
    () => ids,
    (cursor) => read.push(cursor),
  );
  await jest.advanceTimersByTimeAsync(0);
  await list.fetchNextPage();
  await list.fetchNextPage();
  expect(read.splice(0)).toEqual([Infinity, 7, 4]);
  const fetched = list.getCurrentResult().data!;
  const withEnd = fetched.pages.map((page) => ({ ...page, end: page.photos.at(-1)!.id }));
  client.setQueryData(['list'], { ...fetched, pages: withEnd });

  ids = [10, 9, 8, 7, 6, 4, 3, 2, 1];
  await change(5);
  await jest.advanceTimersByTimeAsync(1_000);

  expect(read).toEqual([Infinity, 7]);
  expect(shown()).toEqual(ids);
  expect(list.getCurrentResult().data!.pages).toMatchObject([{ end: 7 }, { end: 4 }, { total: 9, next_cursor: null }]);
});

it('refetches a list again when a further page was under way', async () => {
  let ids = [9, 8, 7, 6, 5, 4, 3, 2, 1];
  let load = () => {};
  const loading = new Promise<void>((resolve) => (load = resolve));
  const { list, change, shown } = aPagedList(
    () => ids,
    (cursor) => (cursor === 4 ? loading : undefined),
  );
  await jest.advanceTimersByTimeAsync(0);
  await list.fetchNextPage();
  void list.fetchNextPage();

  ids = [10, 9, 8, 7, 6, 4, 3, 2, 1];
  await change(5);
  await jest.advanceTimersByTimeAsync(1_000);
  load();
  await jest.advanceTimersByTimeAsync(3_000);

  expect(shown()).toEqual(ids);
});

it('refetches the page of an item that changes again during the refetch', async () => {
  const read: number[] = [];
  let load = () => {};
  let loading = Promise.resolve();
  const { list, change } = aPagedList(
    () => [6, 5, 4, 3, 2, 1],
    (cursor) => (read.push(cursor), loading),
  );
  await jest.advanceTimersByTimeAsync(0);
  await list.fetchNextPage();
  expect(read.splice(0)).toEqual([Infinity, 4]);
  loading = new Promise((resolve) => (load = resolve));

  await change(2);
  await jest.advanceTimersByTimeAsync(1_000);
  await change(2);
  load();
  await jest.advanceTimersByTimeAsync(1_000);

  expect(read).toEqual([Infinity, 4, Infinity, 4]);
});

it('preserves the error and the invalidation of a list whose changed pages it refetches', async () => {
  const ids = [6, 5, 4, 3, 2, 1];
  let isFailing = false;
  const { client, list, change, shown } = aPagedList(
    () => ids,
    (cursor) => {
      if (isFailing && cursor === 4) throw new ApiError(400, 'Failed to fetch photos');
    },
  );
  await jest.advanceTimersByTimeAsync(0);
  await list.fetchNextPage();
  isFailing = true;
  await list.refetch();
  isFailing = false;
  await client.invalidateQueries({ queryKey: ['list'], refetchType: 'none' });

  ids.splice(4, 1);
  await change(2);
  await jest.advanceTimersByTimeAsync(1_000);

  expect(shown()).toEqual([6, 5, 4, 3, 1]);
  expect(client.getQueryState(['list'])).toMatchObject({ status: 'error', isInvalidated: true });
});

it('retries the refetch until the API responds', async () => {
  const { change, reads } = changing(new ApiError(503, 'Busy'), (time) => {
    if (time > 1 && time < 6) throw new ApiError(0, 'The site cannot be reached');
    return 'list';
  });
  await jest.advanceTimersByTimeAsync(0);

  await change();
  await jest.advanceTimersByTimeAsync(60_000);

  // Two refetches of two attempts each, and a successful one.
  expect(reads()).toBe(6);
});

it('retries the refetch of a list also where another query is refused', async () => {
  const client = createQueryClient();
  let reads = 0;
  const observe = (name: string, queryFn: () => unknown) =>
    new QueryObserver(client, { queryKey: [name], queryFn: async () => queryFn() }).subscribe(() => {});
  observe('deleted photo', () => {
    throw new ApiError(404, 'Photo not found', 'photo.not-found');
  });
  observe('list', () => {
    reads += 1;
    if (reads > 1 && reads < 6) throw new ApiError(0, 'The site cannot be reached');
    return 'list';
  });
  await jest.advanceTimersByTimeAsync(0);

  const mutationFn = () => Promise.reject(new ApiError(503, 'Busy'));
  await new MutationObserver(client, { mutationFn }).mutate().catch(() => undefined);
  await jest.advanceTimersByTimeAsync(60_000);

  // Two refetches of two attempts each, and a successful one.
  expect(reads).toBe(6);
});

it('skips the refetch after a refusal', async () => {
  const { change, reads } = changing(new ApiError(409, 'Taken', 'gallery.slug-taken'));
  await jest.advanceTimersByTimeAsync(0);

  await change();
  await jest.advanceTimersByTimeAsync(60_000);

  expect(reads()).toBe(1);
});

it('fails mutations while offline instead of pausing them', async () => {
  onlineManager.setOnline(false);
  const failed = jest.fn();
  const { change, reads } = changing(new ApiError(0, 'The site cannot be reached'));

  void change().then(failed);
  await jest.advanceTimersByTimeAsync(0);

  expect(failed).toHaveBeenCalled();
  expect(reads()).toBe(1);
});
