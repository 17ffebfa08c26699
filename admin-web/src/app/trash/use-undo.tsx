import { failureMessage, restoreTrashed } from '@portfolio/api-client';
import { TRASH_DAYS, type SelectTrashed, type TrashKind } from '@portfolio/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { inBatches } from '../data/in-batches.ts';
import { formatCount } from '../format-number.ts';
import { useAdmin } from '../layout/admin-context.ts';
import styles from './use-undo.module.css';

/** Paragraph in the confirmation of a deletion. */
export const TrashNotice = ({ count = 1 }: { count?: number }) => (
  <p>
    {count === 1 ? 'It stays' : 'They stay'} in the trash for {TRASH_DAYS} days.
  </p>
);

export const selectionOf = (kind: TrashKind, ids: number[]): SelectTrashed => ({ [`${kind}_ids`]: ids });

/** Toast about a deletion, with a button that undoes it. */
function showUndo(text: string, undo: () => void): void {
  const id = toast(
    <>
      <span>{text}</span>
      <button
        type="button"
        className={styles.undo}
        onClick={({ detail }) => {
          // The button stays while its toast fades out: a double click would restore twice.
          if (detail > 1) return;
          toast.dismiss(id);
          undo();
        }}
      >
        Undo
      </button>
    </>,
  );
}

/** @returns shows a toast about deleted items, which can restore them, also after the page was left */
export function useUndo(): (text: string, kind: TrashKind, ids: number[]) => void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async ({ kind, ids }: { kind: TrashKind; ids: number[] }) => {
      const send = async (batch: number[]) => (await restoreTrashed(api, selectionOf(kind, batch))).count;
      const { count, error } = await inBatches(ids, send);
      // A failed batch follows those that succeeded.
      if (count > 0 || !error) toast.success(`${formatCount(count, 'item', 'items')} restored`);
      if (error) throw error as Error;
    },
    onError: (error) => void toast.error(failureMessage(error, 'Failed to restore')),
    // Any list may show or count them.
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (text, kind, ids) => showUndo(text, () => mutate({ kind, ids }));
}
