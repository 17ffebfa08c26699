import { deleteTrashed, emptyTrash, trashQuery, type Api } from '@portfolio/api-client';
import { TRASH_DAYS, type TrashItemView, type TrashView } from '@portfolio/contracts';
import { Button, ConfirmDialog, Notice } from '@portfolio/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadMore } from '../../app/components/paged-list.tsx';
import { QuerySection } from '../../app/components/query-section.tsx';
import { repeatBatch } from '../../app/data/in-batches.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { countTrashed, sendTrashed, useRestore, useTrashMutation } from '../../app/trash/trash-mutations.tsx';
import { nameOf, TrashTable } from './trash-table.tsx';

type Target = TrashItemView[] | 'all';

/** Deleted photos, galleries, comments, messages and news, to restore or to delete for good. */
export function TrashPage() {
  const { api } = useAdmin();
  const query = useInfiniteQuery(trashQuery(api));
  /** Deletion to confirm. Its text stays while refetches change the total. */
  const [removing, setRemoving] = useState<{ target: Target; text: string } | null>(null);
  const close = () => setRemoving(null);
  const restore = useRestore();
  const remove = useTrashMutation(removeForGood, { done: 'deleted', failure: 'Failed to delete' });
  const total = query.data?.pages.at(-1)?.total ?? 0;
  const confirmRemoval = (target: Target) => setRemoving({ target, text: describe(target, total) });

  return (
    <>
      <PageHeading title="Trash" subtitle={`What you delete stays here for ${TRASH_DAYS} days`}>
        {total > 0 && (
          <Button icon="trash" onClick={() => confirmRemoval('all')}>
            Empty Trash
          </Button>
        )}
      </PageHeading>
      <QuerySection query={query} contentName="the trash">
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
                onRestore={restore.mutate}
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

/** Each item once: a deletion between two pages moves all others by one. */
const itemsOf = (pages: TrashView[]): TrashItemView[] => [
  ...new Map(pages.flatMap(({ items }) => items).map((item) => [`${item.kind} ${item.id}`, item])).values(),
];

function describe(target: Target, total: number): string {
  const count = target === 'all' ? total : target.length;
  const [first] = target;
  return count === 1 && typeof first === 'object' ? `“${nameOf(first)}”` : countTrashed(count, target);
}

const removeForGood = (api: Api, target: Target) =>
  target === 'all' ? repeatBatch(() => emptyTrash(api)) : sendTrashed(api, target, deleteTrashed);
