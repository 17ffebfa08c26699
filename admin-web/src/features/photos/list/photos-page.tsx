import { ApiError, dashboardQuery, failureMessage, photoPagesQuery } from '@portfolio/api-client';
import { Button } from '@portfolio/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { passFocus } from '../../../app/components/pass-focus.ts';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { FormDialog } from '../../../app/forms/form-dialog.tsx';
import { useDialogAddress } from '../../../app/forms/use-dialog-address.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { PageHeading } from '../../../app/layout/page-heading.tsx';
import { useShortcuts } from '../../../app/shortcuts/use-shortcuts.ts';
import { isMissing, refetchNewest, refreshCounts, removeDeletedPhotos } from '../cache/photo-cache.ts';
import { retryRender } from '../cache/render-progress.ts';
import { BulkUploadForm } from '../uploads/form/bulk-upload-form.tsx';
import { SinglePhotoForm } from '../uploads/form/single-photo-form.tsx';
import { useSelectedFiles } from '../uploads/uploads-provider.tsx';
import { PhotoBrowser } from './photo-browser.tsx';
import { PhotoFilters } from './photo-filters.tsx';
import styles from './photos-page.module.css';
import { usePhotoFilter } from './use-photo-filter.ts';

export function PhotosPage() {
  const [adding, setAdding] = useDialogAddress('new');
  const filters = usePhotoFilter();
  const add = () => setAdding('');
  useShortcuts('Photos', [{ keys: 'a', label: 'Add photo', run: add }]);

  const addButton = (
    <Button variant="primary" icon="plus" onClick={add}>
      Add Photo
    </Button>
  );
  return (
    <>
      <PageHeading title="Photos" subtitle="Manage your photo collection">
        {addButton}
      </PageHeading>
      <PhotoFilters {...filters} />
      <FailedPhotos />
      <PhotoBrowser filters={filters} addButton={addButton} />
      {adding !== null && <UploadDialog onClose={() => setAdding(null)} />}
    </>
  );
}

/**
 * Upload dialog for one photo with all details, or several with their titles. The Cancel button discards input without
 * confirmation.
 */
function UploadDialog({ onClose }: { onClose: () => void }) {
  const isBulk = useSelectedFiles().files.length > 1;
  const Form = isBulk ? BulkUploadForm : SinglePhotoForm;
  return (
    <FormDialog title={isBulk ? 'Upload Photos' : 'Upload Photo'} onClose={onClose}>
      {({ onDirtyChange }) => <Form onDirtyChange={onDirtyChange} onClose={onClose} />}
    </FormDialog>
  );
}

/** Whether a photo was deleted, or has not failed after all. */
const isSkipped = (error: unknown) => isMissing(error) || (error instanceof ApiError && error.status === 409);

/** Count of all failed photos, and a retry for all of them. */
function FailedPhotos() {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { data: counts } = useQuery(dashboardQuery(api));
  const retry = useMutation({
    mutationFn: async () => {
      const { pages } = await queryClient.fetchInfiniteQuery({
        ...photoPagesQuery(api, { status: 'failed', limit: 200 }),
        // Not one of the lists: a save would cancel the request.
        queryKey: ['photos', 'failed'],
        staleTime: 0,
        pages: Infinity,
      });
      const failed = pages.flatMap(({ photos }) => photos);
      let skipped = 0;
      // One after another: rendering takes a while anyway.
      for (const { id } of failed) {
        try {
          await retryRender(api, queryClient, id);
        } catch (error) {
          if (!isSkipped(error)) throw error;
          skipped += 1;
          if (isMissing(error)) await removeDeletedPhotos(queryClient, new Set([id]));
        }
      }
      return { count: failed.length - skipped, skipped };
    },
    onSuccess: ({ count, skipped }) =>
      toast.success(`${formatPhotoCount(count)} retried${skipped > 0 ? `, ${skipped} skipped` : ''}`),
    onError: (error) => toast.error(failureMessage(error, 'An unexpected error occurred')),
    onSettled: () => Promise.all([refetchNewest(queryClient), refreshCounts(queryClient)]),
  });
  if (!counts || counts.failedPhotos < 2) return null;
  return (
    <div className={styles.summary}>
      <p className={styles.failed}>{formatPhotoCount(counts.failedPhotos)} couldn’t be processed.</p>
      <Button
        ref={passFocus}
        icon="retry"
        busy={retry.isPending}
        busyLabel="Retrying..."
        onClick={() => retry.mutate()}
      >
        Retry all failed
      </Button>
    </div>
  );
}
