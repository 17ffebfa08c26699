import { deleteTrashed, emptyTrash, failureMessage, restoreTrashed, trashQuery, type Api } from '@portfolio/api-client';
import type { SelectTrashed, TrashItemView, TrashView } from '@portfolio/contracts';
import { Button, ConfirmDialog, Notice } from '@portfolio/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { LoadMore } from '../../app/components/paged-list.tsx';
import { QuerySection } from '../../app/components/query-section.tsx';
import { inBatches } from '../../app/data/in-batches.ts';
import { formatCount } from '../../app/format-number.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { selectionOf } from '../../app/trash/use-undo.tsx';
import styles from './trash-page.module.css';
import { KINDS, nameOf, TrashTable } from './trash-table.tsx';

type Target = TrashItemView[] | 'all';

/** Deleted photos, galleries, comments, messages and news, to restore or to delete for good. */
export function TrashPage() {
  const { api } = useAdmin();
  const query = useInfiniteQuery(trashQuery(api));
  const section = useRef<HTMLDivElement>(null);
  /** Deletion to confirm. Its text stays while refetches change the total. */
  const [removing, setRemoving] = useState<{ target: Target; text: string } | null>(null);
  const close = () => setRemoving(null);
  const restore = useTrashAction({ send: restoreTrashed, done: 'restored', failure: 'Failed to restore' });
  const remove = useTrashAction({ send: deleteTrashed, done: 'deleted', failure: 'Failed to delete' });
  const total = totalOf(query.data?.pages);
  const confirmRemoval = (target: Target) => setRemoving({ target, text: describe(target, total) });
  // The pressed button loses the focus when it disappears with its row.
  const focus = () =>
    setTimeout(() => {
      if (document.activeElement === document.body) section.current?.focus({ preventScroll: true });
    });

  return (
    <>
      <PageHeading title="Trash" subtitle="What you delete stays here for 30 days">
        {total > 0 && (
          <Button icon="trash" onClick={() => confirmRemoval('all')}>
            Empty Trash
          </Button>
        )}
      </PageHeading>
      <QuerySection query={query} contentName="the trash" ref={section} className={styles.page}>
        {({ pages }) => {
          const items = itemsOf(pages);
          return total === 0 ? (
            <Notice title="The trash is empty">
              Deleted photos, galleries, comments, messages and news appear here.
            </Notice>
          ) : (
            <>
              <TrashTable
                items={items}
                total={total}
                busy={restore.isPending}
                onRestore={(chosen) => restore.mutate(chosen, { onSuccess: focus })}
                onRemove={confirmRemoval}
              />
              <LoadMore query={query} />
            </>
          );
        }}
      </QuerySection>
      {removing && (
        <ConfirmDialog
          title={removing.target === 'all' ? 'Empty the trash' : 'Delete for good'}
          confirmLabel="Delete for Good"
          busy={remove.isPending}
          busyLabel="Deleting..."
          onConfirm={() => remove.mutate(removing.target, { onSettled: close })}
          // It does not stop the deletion.
          onClose={() => remove.isPending || close()}
        >
          Are you sure you want to delete {removing.text} for good? This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
}

const totalOf = (pages: TrashView[] | undefined) => pages?.at(-1)?.total ?? 0;

/** Each item once: a deletion between two pages moves all others by one. */
const itemsOf = (pages: TrashView[]): TrashItemView[] => [
  ...new Map(pages.flatMap(({ items }) => items).map((item) => [`${item.kind} ${item.id}`, item])).values(),
];

function describe(target: Target, total: number): string {
  const count = target === 'all' ? total : target.length;
  const [first] = target;
  return count === 1 && typeof first === 'object' ? `“${nameOf(first)}”` : formatCount(count, 'item', 'items');
}

interface TrashAction {
  send: (api: Api, items: SelectTrashed) => Promise<{ count: number }>;
  /** Past participle. */
  done: string;
  failure: string;
}

/** Mutation of some items, or of all in the trash, with toasts. */
function useTrashAction({ send, done, failure }: TrashAction) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (target: Target) => {
      const { count, error } =
        target === 'all'
          ? await emptyAll(api)
          : await inBatches(target, async (batch) => (await send(api, selected(batch))).count);
      // A failed batch follows those that succeeded.
      if (count > 0 || !error) toast.success(`${formatCount(count, 'item', 'items')} ${done}`);
      if (error) throw error as Error;
    },
    onError: (error) => void toast.error(failureMessage(error, failure)),
    // Any list may show or count restored items.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

const selected = (items: TrashItemView[]): SelectTrashed =>
  Object.assign(
    {},
    ...KINDS.map((kind) => {
      const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
      return ids.length > 0 && selectionOf(kind, ids);
    }),
  ) as SelectTrashed;

/** Repeats the request until nothing is left, or one fails. @returns number of deleted items, and the error */
async function emptyAll(api: Api): Promise<{ count: number; error?: unknown }> {
  let done = 0;
  try {
    for (;;) {
      const { count, left } = await emptyTrash(api);
      done += count;
      if (count === 0 || left === 0) return { count: done };
    }
  } catch (error) {
    return { count: done, error };
  }
}
