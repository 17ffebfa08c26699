import { matchQuery, useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { cancelRequests, repeatRequests, requestsUnderWay, restartFirstLoads } from './cancel-requests.ts';
import { isRefusal } from './query-client.ts';

/** Reverts a change of the cache, in which no request of `queryKey` is under way. */
export type Rollback = (error: Error) => void;

export interface OptimisticMutationOptions<Variables> {
  /** Mutations with the same first element call `onIdle` once, after the last of them. */
  mutationKey: QueryKey;
  /** Mutations of one scope run one after another. */
  scope?: { id: string };
  /** Ids of the changed items: see `mutationMeta`. */
  ids?: (variables: Variables) => number[];
  mutationFn: (variables: Variables) => Promise<unknown>;
  /** Queries whose data `apply` changes. Their refetches under way are cancelled; further pages are requested again. */
  queryKey: QueryKey;
  /** Changes the cache as if the request had succeeded. */
  apply: (variables: Variables) => Rollback | Promise<Rollback>;
  /** Toast after success. */
  success?: string;
  /** Toast after a failure. */
  failure: (error: Error, variables: Variables) => string;
  /** Called after each request, before `onIdle`. A returned promise is not awaited: the mutation would stay pending. */
  onSettled?: (variables: Variables, error: Error | null) => unknown;
  /**
   * @param isStale whether a response was lost, or data of `queryKey` other than a further page was being fetched during a
   *   mutation
   */
  onIdle?: (isStale: boolean) => void;
}

/** First key elements of mutations whose queries may be outdated, by client. */
const staleGroupsByClient = new WeakMap<QueryClient, Set<unknown>>();

function staleGroupsOf(queryClient: QueryClient): Set<unknown> {
  const groups = staleGroupsByClient.get(queryClient) ?? new Set();
  staleGroupsByClient.set(queryClient, groups);
  return groups;
}

/** Calls back as a fetch other than of a further page starts. @returns unsubscribes */
const onFetch = (queryClient: QueryClient, queryKey: QueryKey, callback: () => void): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch' || event.action.meta) return;
    if (matchQuery({ queryKey }, event.query)) callback();
  });

/** A mutation that shows its result at once and rolls back when the request fails. */
export function useOptimisticMutation<Variables>(options: OptimisticMutationOptions<Variables>) {
  const { mutationKey, scope, ids, mutationFn, queryKey, apply, success, failure, onSettled, onIdle } = options;
  const queryClient = useQueryClient();
  const group = mutationKey.slice(0, 1);
  const staleGroups = staleGroupsOf(queryClient);

  return useMutation({
    mutationKey,
    mutationFn,
    ...(scope && { scope }),
    ...(ids && { meta: { changedIds: ids } }),
    onMutate: async (variables) => {
      const underWay = requestsUnderWay(queryClient, queryKey);
      const furtherPages = underWay.filter(({ meta }) => meta);
      if (furtherPages.length < underWay.length) staleGroups.add(group[0]);
      // Nothing would repeat the request of a query without data.
      await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
      const rollback = await apply(variables);
      repeatRequests(furtherPages);
      return { rollback, unsubscribe: onFetch(queryClient, queryKey, () => staleGroups.add(group[0])) };
    },
    onSuccess: () => void (success && toast.success(success)),
    onError: async (error, variables, applied) => {
      // A further page under way would join the data from before the rollback.
      const cancelled = await cancelRequests(queryClient, queryKey);
      applied?.rollback(error);
      repeatRequests(cancelled);
      toast.error(failure(error, variables));
    },
    onSettled: (_data, error, variables, applied) => {
      applied?.unsubscribe();
      onSettled?.(variables, error);
      if (error !== null && !isRefusal(error)) staleGroups.add(group[0]);
      // A refetch before the last response would show the other changes undone.
      if (queryClient.isMutating({ mutationKey: group }) === 1) {
        const isStale = staleGroups.delete(group[0]);
        if (isStale) void restartFirstLoads(queryClient, queryKey);
        onIdle?.(isStale);
      }
    },
  });
}
