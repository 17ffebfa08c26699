import { deleteNewsItem, failureWithReason } from '@portfolio/api-client';
import type { NewsItemView } from '@portfolio/contracts';
import { ConfirmDialog } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';

export interface DeleteNewsDialogProps {
  item: NewsItemView;
  onClose: () => void;
  /** It is gone, and this dialog as well. */
  onDeleted: () => void;
}

/** Asks before an item is deleted. It goes away either way, since a message could not be read behind it. */
export function DeleteNewsDialog({ item, onClose, onDeleted }: DeleteNewsDialogProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteNewsItem(api, item.id),
    meta: { ids: () => [item.id] },
    onSuccess: () => toast.success('News deleted successfully'),
    onError: (error) => toast.error(failureWithReason(error, 'Failed to delete news')),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['news'] }),
  });
  // Not once this dialog has been left: another one may be there by then.
  const settle = (_: unknown, error: unknown) => {
    onClose();
    if (!error) onDeleted();
  };
  return (
    <ConfirmDialog
      title="Delete News Item"
      confirmLabel="Delete"
      busy={isPending}
      busyLabel="Deleting..."
      onConfirm={() => mutate(undefined, { onSettled: settle })}
      onClose={onClose}
    >
      Are you sure you want to delete this news item?
    </ConfirmDialog>
  );
}
