import { newsPagesQuery } from '@portfolio/api-client';
import type { NewsItemView } from '@portfolio/contracts';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { useDialogAddress } from '../../app/forms/use-dialog-address.ts';
import { DeleteNewsDialog } from './delete-news-dialog.tsx';
import { EditNewsDialog } from './edit-news-dialog.tsx';
import { NewsItemDialog } from './news-item-dialog.tsx';
import styles from './news-page.module.css';
import { NewsTable } from './news-table.tsx';

/** News items, newest first. */
export function NewsPage() {
  const { api } = useAdmin();
  const [creating, setCreating] = useDialogAddress('new');
  const [edited, setEdited] = useDialogAddress('edit');
  const [deleting, setDeleting] = useState<NewsItemView>();
  const page = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery(newsPagesQuery(api));
  const { data, isPending, isError, error, refetch, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = list;
  const items = data?.pages.flatMap(({ news }) => news);
  const item = items?.find(({ id }) => String(id) === edited);

  // The item of the address may be on a later page.
  const isFurtherDown =
    edited !== null && items !== undefined && !item && hasNextPage && !isFetchingNextPage && !isError;
  useEffect(() => {
    if (isFurtherDown) void fetchNextPage();
  }, [isFurtherDown, fetchNextPage]);
  const isGone = items !== undefined && !item && !hasNextPage && !isFetching && !isError;

  useShortcuts('News', [{ keys: 'a', label: 'New news item', run: () => setCreating('') }]);
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setCreating('')}>
      New News Item
    </Button>
  );

  return (
    <div ref={page} tabIndex={-1}>
      <PageHeading title="Manage News">{create}</PageHeading>
      {isPending && <Spinner label="Loading news" />}
      {isError && (
        <LoadFailure isInline title={error.message} onRetry={() => void (hasNextPage ? fetchNextPage() : refetch())} />
      )}
      {items?.length === 0 && (
        <Notice title="No news items yet" action={create}>
          Create your first news item to display on the home page
        </Notice>
      )}
      {items && items.length > 0 && (
        <NewsTable items={items} onEdit={({ id }) => setEdited(String(id))} onDelete={setDeleting} />
      )}
      {hasNextPage && !isError && (
        <p className={styles.more}>
          <Button busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
            Show More
          </Button>
        </p>
      )}
      {creating !== null && <NewsItemDialog onClose={() => setCreating(null)} />}
      {edited !== null && <EditNewsDialog key={edited} listed={item} isGone={isGone} onClose={() => setEdited(null)} />}
      {deleting && (
        <DeleteNewsDialog
          item={deleting}
          onClose={() => setDeleting(undefined)}
          // The focused button disappears with its row.
          onDeleted={() => setTimeout(() => page.current?.focus({ preventScroll: true }))}
        />
      )}
    </div>
  );
}
