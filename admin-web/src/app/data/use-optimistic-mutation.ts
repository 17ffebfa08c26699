import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { isRefusal } from './query-client.ts';

/** Reverts a change of the cache. */
export type Rollback = (error: Error) => void;

export interface OptimisticMutationOptions<Variables> {
  /** Mutations with the same first element call `onIdle` once, after the last of them. */
  mutationKey: QueryKey;
  /** Mutations of one scope run one after another. */
  scope?: { id: string };
  /** Ids of the changed items: see `mutationMeta`. */
  ids?: (variables: Variables) => number[];
  mutationFn: (variables: Variables) => Promise<unknown>;
  /** Queries whose data `apply` changes. Their requests under way are cancelled. */
  queryKey: QueryKey;
  /** Changes the cache as if the request had succeeded. */
  apply: (variables: Variables) => Rollback | Promise<Rollback>;
  /** Toast after success. */
  success?: string;
  /** Toast after a failure. */
  failure: (error: Error, variables: Variables) => string;
  /** Called after each request, before `onIdle`. */
  onSettled?: (variables: Variables, error: Error | null) => unknown;
  /** @param isStale whether a request was cancelled or the response to a mutation was lost */
  onIdle?: (isStale: boolean) => void;
}

interface Context {
  rollback: Rollback;
  isInterrupted: boolean;
}

/** A mutation that shows its result at once and rolls back when the request fails. */
export function useOptimisticMutation<Variables>(
  options: OptimisticMutationOptions<Variables>,
): UseMutationResult<unknown, Error, Variables, Context> {
  const { mutationKey, scope, ids, mutationFn, queryKey, apply, success, failure, onSettled, onIdle } = options;
  const queryClient = useQueryClient();
  const group = mutationKey.slice(0, 1);
  const isAnyInterrupted = () =>
    queryClient
      .getMutationCache()
      .findAll({ mutationKey: group, status: 'pending' })
      .some(({ state }) => (state.context as Context | undefined)?.isInterrupted);

  return useMutation({
    mutationKey,
    mutationFn,
    ...(scope && { scope }),
    ...(ids && { meta: { changedIds: ids } }),
    onMutate: async (variables) => {
      const isInterrupted = queryClient.isFetching({ queryKey }) > 0 || isAnyInterrupted();
      await queryClient.cancelQueries({ queryKey });
      return { rollback: await apply(variables), isInterrupted };
    },
    onSuccess: () => void (success && toast.success(success)),
    onError: (error, variables, context) => {
      context?.rollback(error);
      toast.error(failure(error, variables));
    },
    onSettled: (_data, error, variables, context) => {
      const settled = onSettled?.(variables, error);
      const isStale = context?.isInterrupted === true || (error !== null && !isRefusal(error));
      // A refetch before the last response would show the other changes undone.
      if (queryClient.isMutating({ mutationKey: group }) === 1) onIdle?.(isStale);
      return settled;
    },
  });
}
