import { ConfirmDialog } from '@portfolio/ui';
import type { ComponentProps } from 'react';
import { formatNumber } from '../format-number.ts';
import { TrashNotice } from './trash-mutations.tsx';

interface DeleteDialogProps extends Pick<ComponentProps<typeof ConfirmDialog>, 'busy' | 'onConfirm' | 'onClose'> {
  /** Singular, with a plural in `s`. */
  noun: string;
  count?: number;
  /** By default `Delete comment`, `Delete 3 comments`. */
  title?: string;
}

/** Confirms the deletion of one or several items, which go to the trash. */
export function DeleteDialog({ noun, count = 1, title, ...confirmation }: DeleteDialogProps) {
  const items = `${formatNumber(count)} ${noun}s`;
  return (
    <ConfirmDialog
      title={title ?? `Delete ${count === 1 ? noun : items}`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      {...confirmation}
    >
      <p>Are you sure you want to delete {count === 1 ? `this ${noun}` : `these ${items}`}?</p>
      <TrashNotice count={count} />
    </ConfirmDialog>
  );
}
