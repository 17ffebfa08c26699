import {
  failureMessage,
  queueQuery,
  removeJob,
  removeJobs,
  retryJob,
  retryJobs,
  type Api,
} from '@portfolio/api-client';
import { LIMITS, type QueueBatchResponse } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { formatCount } from '../../app/format-number.ts';

/**
 * Retries and removes failed jobs, one or all.
 *
 * @param total number of failed jobs
 * @param onGone called after the refetch that follows a success
 */
export function useFailedJobs(total: number, onGone: () => void) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  // Jobs also change photos and messages, which the dashboard counts.
  const refresh = async () => {
    void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
    await queryClient.invalidateQueries({ queryKey: queueQuery(api).queryKey });
  };
  const toasts = (done: string, failure: string) => ({
    onSuccess: () => void toast.success(done),
    onError: (error: Error) => void toast.error(failureMessage(error, failure)),
    onSettled: async (_: unknown, error: Error | null) => {
      await refresh();
      if (!error) onGone();
    },
  });
  const countToasts = (done: string, failure: string) => ({
    ...toasts(done, failure),
    onSuccess: (count: number) => void toast.success(`${formatCount(count, 'job', 'jobs')} ${done}`),
  });
  return {
    retry: useMutation({
      mutationFn: (id: string) => retryJob(api, id),
      ...toasts('Job queued again', 'Failed to retry the job'),
    }),
    remove: useMutation({
      mutationFn: (id: string) => removeJob(api, id),
      ...toasts('Job removed successfully!', 'Failed to remove the job'),
    }),
    retryAll: useMutation({
      mutationFn: () => repeatForAll(api, retryJobs, total),
      ...countToasts('queued again', 'Failed to retry the jobs'),
    }),
    removeAll: useMutation({
      mutationFn: () => repeatForAll(api, removeJobs, total),
      ...countToasts('removed successfully!', 'Failed to remove the jobs'),
    }),
  };
}

/** Repeats a batch request for at most `total` jobs, since a retried job may fail again at once. @returns number of jobs */
async function repeatForAll(api: Api, send: (api: Api) => Promise<QueueBatchResponse>, total: number): Promise<number> {
  let done = 0;
  for (let requests = Math.ceil(total / LIMITS.jobBatch); requests > 0; requests -= 1) {
    const { count, left } = await send(api);
    done += count;
    if (count === 0 || left === 0) break;
  }
  return done;
}
