import { ApiError, dashboardQuery, failureMessage, photoPagesQuery } from '@portfolio/api-client';
import type { PhotoListView } from '@portfolio/contracts';
import { Button } from '@portfolio/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { forgetPhotos, isGone } from '../cache/gone-photos.ts';
import { lookForNewest } from '../cache/photo-cache.ts';
import styles from './photo-summary.module.css';
import { photosInWords } from '../bulk/photos-in-words.ts';
import { prepareAgain } from '../cache/retry-photo.ts';

/** Whether a photo that was said to have failed is gone, or has not failed after all: nothing that concerns the others. */
const isLeftOut = (error: unknown) => isGone(error) || (error instanceof ApiError && error.status === 409);

/** Says that several photos could not be prepared, wherever in the list they are, and tries them all again. */
export function FailedPhotos() {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { data: counts } = useQuery(dashboardQuery(api));
  const retry = useMutation({
    mutationFn: async () => {
      const options = { ...photoPagesQuery(api, { status: 'failed', limit: 200 }), staleTime: 0 };
      const { pages } = await queryClient.fetchInfiniteQuery({
        ...options,
        pages: Infinity,
        getNextPageParam: (page: PhotoListView) => page.next_cursor ?? undefined,
      });
      const failed = pages.flatMap(({ photos }) => photos);
      const gone = new Set<number>();
      let left = 0;
      // One after another: each asks the server for work that takes a while anyway.
      for (const { id } of failed) {
        try {
          await prepareAgain(api, queryClient, id);
        } catch (error) {
          if (!isLeftOut(error)) throw error;
          left += 1;
          if (isGone(error)) gone.add(id);
        }
      }
      if (gone.size > 0) await forgetPhotos(queryClient, gone);
      return { count: failed.length - left, left };
    },
    onSuccess: ({ count, left }) =>
      toast.success(`${photosInWords(count)} retried${left > 0 ? `, ${left} failed` : ''}`),
    onError: (error) => toast.error(failureMessage(error, 'An unexpected error occurred')),
    onSettled: () =>
      Promise.all([lookForNewest(queryClient), queryClient.invalidateQueries({ queryKey: ['dashboard'] })]),
  });
  if (!counts || counts.failedPhotos < 2) return null;
  return (
    <div className={styles.summary}>
      <p className={styles.failed}>{photosInWords(counts.failedPhotos)} couldn’t be processed.</p>
      <Button icon="retry" busy={retry.isPending} busyLabel="Retrying..." onClick={() => retry.mutate()}>
        Retry all failed
      </Button>
    </div>
  );
}
