import { deleteGallery, failureWithReason, onlyInGalleryQuery } from '@portfolio/api-client';
import type { GalleryView } from '@portfolio/contracts';
import { ConfirmDialog } from '@portfolio/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { LoadFailure } from '../../../app/components/load-failure.tsx';
import { isNotPublic } from '../../../app/galleries.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { HiddenPhotosWarning } from '../../../app/hidden-photos-warning.tsx';
import { TrashNotice, useUndo } from '../../../app/trash/trash-mutations.tsx';
import { refreshGalleries } from '../refresh-galleries.ts';

interface DeleteGalleryDialogProps {
  gallery: GalleryView;
  onClose: () => void;
}

/** Confirms the deletion of a gallery. Its photos stay; those in no other one become hidden if it is not public. */
export function DeleteGalleryDialog({ gallery, onClose }: DeleteGalleryDialogProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const undo = useUndo();
  const orphaned = useQuery({ ...onlyInGalleryQuery(api, gallery.id), enabled: isNotPublic(gallery) });
  const [publish, setPublish] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteGallery(api, gallery.id, publish ? { publish } : {}),
    onSuccess: () => undo('Gallery deleted successfully', 'gallery', [gallery.id]),
    onError: (error) => toast.error(failureWithReason(error, 'Failed to delete gallery')),
    onSettled: () => refreshGalleries(queryClient),
  });
  return (
    <ConfirmDialog
      title={`Delete ${gallery.title}`}
      confirmLabel="Delete"
      busy={isPending || orphaned.isFetching}
      busyLabel={isPending ? 'Deleting...' : 'Loading...'}
      // Not called after unmount: another dialog may be open by then.
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this gallery?</p>
      <TrashNotice />
      {isNotPublic(gallery) && (
        <HiddenPhotosWarning
          count={orphaned.data ?? 0}
          checked={publish}
          onChange={({ target }) => setPublish(target.checked)}
        />
      )}
      {orphaned.isError && (
        <LoadFailure
          isInline
          title="Failed to fetch photos"
          busy={orphaned.isFetching}
          onRetry={() => void orphaned.refetch()}
        />
      )}
    </ConfirmDialog>
  );
}
