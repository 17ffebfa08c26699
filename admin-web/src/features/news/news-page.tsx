import { deleteNewsItem, failureWithReason, newsPagesQuery } from '@portfolio/api-client';
import type { NewsItemView } from '@portfolio/contracts';
import { Button, Dialog, Notice, Spinner } from '@portfolio/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { LoadMore, useFurtherPages } from '../../app/components/paged-list.tsx';
import { useItemDialogs } from '../../app/forms/use-dialog-address.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { DeleteDialog } from '../../app/trash/delete-dialog.tsx';
import { useUndo } from '../../app/trash/trash-mutations.tsx';
import { NewsItemDialog } from './news-item-dialog.tsx';
import styles from './news.module.css';
import { NewsTable } from './news-table.tsx';

/** News items, newest first. */
export function NewsPage() {
  const { api } = useAdmin();
  const dialogs = useItemDialogs();
  const { edited } = dialogs;
  const [deleting, setDeleting] = useState<NewsItemView>();
  const list = useInfiniteQuery(newsPagesQuery(api));
  const { data, isPending, isError, error, refetch, hasNextPage, isFetching, isFetchNextPageError } = list;
  const items = data?.pages.flatMap(({ news }) => news);
  const item = items?.find(({ id }) => String(id) === edited);

  // The item of the address may be on a later page.
  useFurtherPages(list, edited !== null && items !== undefined && !item);
  const isGone = items !== undefined && !item && !hasNextPage && !isFetching && !isError;

  useShortcuts('News', [{ keys: 'a', label: 'New news item', run: dialogs.create }]);
  const create = (
    <Button variant="primary" icon="plus" onClick={dialogs.create}>
      New News Item
    </Button>
  );

  return (
    <div tabIndex={-1}>
      <PageHeading title="Manage News">{create}</PageHeading>
      {isPending && <Spinner label="Loading news" />}
      {isError && !isFetchNextPageError && (
        <LoadFailure isInline title={error.message} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {items?.length === 0 && (
        <Notice title="No news items yet" action={create}>
          Create your first news item to display on the home page
        </Notice>
      )}
      {items && items.length > 0 && <NewsTable items={items} onEdit={dialogs.edit} onDelete={setDeleting} />}
      <LoadMore query={list} label="Show More" className={styles.more} />
      {dialogs.isCreating && <NewsItemDialog onContinue={dialogs.continueAs} onClose={dialogs.close} />}
      {edited !== null && <EditNews key={edited} listed={item} isGone={isGone} onClose={dialogs.close} />}
      {deleting && <DeleteNews item={deleting} onClose={() => setDeleting(undefined)} />}
    </div>
  );
}

interface EditNewsProps {
  /** Item of the list; undefined while it loads or after a deletion. */
  listed: NewsItemView | undefined;
  /** Whether the whole list lacks the item. */
  isGone: boolean;
  onClose: () => void;
}

/** Form of the item in the address. It stays open when the item leaves the list. */
function EditNews({ listed, isGone, onClose }: EditNewsProps) {
  const [item, setItem] = useState(listed);
  if (!item && listed) setItem(listed);

  if (item) return <NewsItemDialog item={item} onClose={onClose} />;
  if (!isGone) return null;
  const close = (
    <Button data-autofocus onClick={onClose}>
      See All News
    </Button>
  );
  return (
    <Dialog title="News item not found" size="small" onClose={onClose}>
      <Notice title="It may have been deleted meanwhile." action={close} />
    </Dialog>
  );
}

/** Confirms and deletes an item. Closes on failure too, as the toast would be behind it. */
function DeleteNews({ item, onClose }: { item: NewsItemView; onClose: () => void }) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const undo = useUndo();
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteNewsItem(api, item.id),
    meta: { changedIds: () => [item.id] },
    onSuccess: () => undo('News deleted successfully', 'news', [item.id]),
    onError: (error) => toast.error(failureWithReason(error, 'Failed to delete news')),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['news'] }),
  });
  return (
    <DeleteDialog
      title="Delete News Item"
      noun="news item"
      busy={isPending}
      // Passed to `mutate`, so that a dialog opened meanwhile stays open.
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
