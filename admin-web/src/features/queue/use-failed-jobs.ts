import {
  failureMessage,
  queueQuery,
  removeJob,
  removeJobs,
  retryJob,
  retryJobs,
  type Api,
} from '@portfolio/api-client';
import { LIMITS, type QueueBatchAnswer } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { formatCount } from '../../app/format-number.ts';

/**
 * Tries failed jobs again and removes them, one or all.
 *
 * @param total how many there are
 * @param onGone told when the list is as it is afterwards
 */
export function useFailedJobs(total: number, onGone: () => void) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  /** What was done may have changed photos and messages too. */
  const refresh = async () => {
    void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
    await queryClient.invalidateQueries({ queryKey: queueQuery(api).queryKey });
  };
  const told = (done: string, failure: string) => ({
    onSuccess: () => void toast.success(done),
    onError: (error: Error) => void toast.error(failureMessage(error, failure)),
    onSettled: async (_: unknown, error: Error | null) => {
      await refresh();
      if (!error) onGone();
    },
  });
  const toldOfAll = (done: string, failure: string) => ({
    ...told(done, failure),
    onSuccess: (count: number) => void toast.success(`${formatCount(count, 'job', 'jobs')} ${done}`),
  });
  return {
    retry: useMutation({
      mutationFn: (id: string) => retryJob(api, id),
      ...told('Job queued again', 'Failed to retry the job'),
    }),
    remove: useMutation({
      mutationFn: (id: string) => removeJob(api, id),
      ...told('Job removed successfully!', 'Failed to remove the job'),
    }),
    retryAll: useMutation({
      mutationFn: () => untilNoneIsLeft(api, retryJobs, total),
      ...toldOfAll('queued again', 'Failed to retry the jobs'),
    }),
    removeAll: useMutation({
      mutationFn: () => untilNoneIsLeft(api, removeJobs, total),
      ...toldOfAll('removed successfully!', 'Failed to remove the jobs'),
    }),
  };
}

/** One request does a part. What fails meanwhile may be the same again, so it ends with as many as there were. */
async function untilNoneIsLeft(api: Api, ask: (api: Api) => Promise<QueueBatchAnswer>, total: number): Promise<number> {
  let done = 0;
  for (let requests = Math.ceil(total / LIMITS.jobBatch); requests > 0; requests -= 1) {
    const { count, left } = await ask(api);
    done += count;
    if (count === 0 || left === 0) break;
  }
  return done;
}
