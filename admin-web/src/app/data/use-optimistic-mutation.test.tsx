import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@portfolio/api-client';
import { QueryClientProvider, useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createQueryClient } from './query-client.ts';
import { useOptimisticMutation } from './use-optimistic-mutation.ts';

const queryKey = ['count'];
let queryClient: QueryClient;
let requests: { resolve: () => void; reject: (error: Error) => void }[];
const onIdle = jest.fn<(isStale: boolean) => void>();
const failure = jest.fn<(error: Error) => string>(() => 'Failed');

beforeEach(() => {
  queryClient = createQueryClient();
  queryClient.setQueryData(queryKey, 10);
  requests = [];
  onIdle.mockClear();
  failure.mockClear();
});

function setup(onSettled?: () => unknown) {
  const add = (more: number) => queryClient.setQueryData<number>(queryKey, (count = 0) => count + more);
  const options = {
    mutationKey: ['add'],
    mutationFn: () => new Promise<void>((resolve, reject) => requests.push({ resolve, reject })),
    queryKey,
    apply: (more: number) => {
      add(more);
      return () => void add(-more);
    },
    failure,
    ...(onSettled && { onSettled }),
    onIdle,
  };
  const { result } = renderHook(() => useOptimisticMutation(options), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  return { mutate: (more: number) => act(async () => result.current.mutate(more)) };
}

const count = () => queryClient.getQueryData(queryKey);

describe('useOptimisticMutation', () => {
  it('applies each change at once, and calls onIdle after the last response', async () => {
    const { mutate } = setup();

    await mutate(1);
    await mutate(5);
    expect(count()).toBe(16);
    await act(async () => requests[0]!.resolve());
    expect(onIdle).not.toHaveBeenCalled();
    await act(async () => requests[1]!.resolve());

    expect(count()).toBe(16);
    expect(onIdle.mock.calls).toEqual([[false]]);
  });

  it('calls onIdle once also if the promise of onSettled is slow', async () => {
    const { mutate } = setup(() => new Promise(() => {}));

    await mutate(1);
    await mutate(5);
    await act(async () => requests[0]!.resolve());
    await act(async () => requests[1]!.resolve());

    expect(onIdle.mock.calls).toEqual([[false]]);
  });

  it('rolls back the refused change only', async () => {
    const { mutate } = setup();

    await mutate(1);
    await mutate(5);
    await act(async () => requests[0]!.reject(new ApiError(404, 'Not found')));

    expect(count()).toBe(15);
    expect(failure).toHaveBeenCalledTimes(1);
    await act(async () => requests[1]!.resolve());
    expect(onIdle.mock.calls).toEqual([[false]]);
  });

  it('cancels a request under way, and reports stale data', async () => {
    const { mutate } = setup();
    void queryClient.fetchQuery({ queryKey, queryFn: async () => new Promise<number>(() => {}) }).catch(() => {});

    await mutate(1);
    expect(queryClient.isFetching({ queryKey })).toBe(0);
    await act(async () => requests[0]!.resolve());

    expect(count()).toBe(11);
    expect(onIdle.mock.calls).toEqual([[true]]);
  });

  it('reports data made stale by a change that ended before the last one', async () => {
    const { mutate } = setup();

    await mutate(1);
    void queryClient.fetchQuery({ queryKey, queryFn: async () => new Promise<number>(() => {}) }).catch(() => {});
    await mutate(5);
    await act(async () => requests[1]!.resolve());
    await act(async () => requests[0]!.resolve());
    expect(onIdle.mock.calls).toEqual([[true]]);

    await mutate(1);
    await act(async () => requests[2]!.resolve());
    expect(onIdle.mock.calls).toEqual([[true], [false]]);
  });

  it('reports a fetch that began and ended before the response', async () => {
    const { mutate } = setup();

    await mutate(1);
    await act(async () => queryClient.fetchQuery({ queryKey, queryFn: () => 10 }));
    await act(async () => requests[0]!.resolve());

    expect(onIdle.mock.calls).toEqual([[true]]);
  });

  it('sends a further page again, on top of the change and of its rollback', async () => {
    const { mutate } = setup();
    const pages: (() => void)[] = [];
    const list = renderHook(
      () =>
        useInfiniteQuery({
          queryKey: [...queryKey, 'list'],
          initialPageParam: 1,
          initialData: { pages: [10], pageParams: [1] },
          staleTime: Infinity,
          queryFn: () => new Promise<number>((resolve) => pages.push(() => resolve(20))),
          getNextPageParam: (_last, all) => all.length + 1,
        }),
      { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> },
    );
    await act(async () => void list.result.current.fetchNextPage());
    expect(pages).toHaveLength(1);

    await mutate(1);
    expect(pages).toHaveLength(2);
    await act(async () => requests[0]!.reject(new ApiError(400, 'Invalid')));
    expect(pages).toHaveLength(3);
    await act(async () => pages.forEach((respond) => respond()));

    expect(queryClient.getQueryData([...queryKey, 'list'])).toMatchObject({ pages: [10, 20] });
    expect(onIdle.mock.calls).toEqual([[false]]);
  });

  it('sends a first load again that began before the response', async () => {
    const { mutate } = setup();
    const responses: ((count: number) => void)[] = [];
    await mutate(1);
    const first = renderHook(
      () =>
        useQuery({
          queryKey: [...queryKey, 'of others'],
          queryFn: () => new Promise<number>((resolve) => responses.push(resolve)),
        }),
      { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> },
    );
    await act(async () => requests[0]!.resolve());

    expect(responses).toHaveLength(2);
    await act(async () => responses[1]!(7));
    await act(async () => responses[0]!(6));
    await waitFor(() => expect(first.result.current.data).toBe(7));
  });
});
