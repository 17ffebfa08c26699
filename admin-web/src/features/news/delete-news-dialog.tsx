import { deleteNewsItem, failureWithReason } from '@portfolio/api-client';
import type { NewsItemView } from '@portfolio/contracts';
import { ConfirmDialog } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/layout/admin-context.ts';

export interface DeleteNewsDialogProps {
  item: NewsItemView;
  onClose: () => void;
  /** Called after a deletion, once the dialog has closed. */
  onDeleted: () => void;
}

/** Confirms and deletes an item. Closes on failure too, as the toast would be behind it. */
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
  // Passed to `mutate`, so that a dialog opened meanwhile stays open.
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
