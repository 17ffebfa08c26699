import { messagePagesQuery } from '@portfolio/api-client';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { formatCount, formatNumber } from '../../app/format-number.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { MessageArticle } from './message-article.tsx';
import { MessagesFailure, MessagesLoading } from './message-list-states.tsx';
import { messagesOf } from './message-lists.ts';
import { MessageRows } from './message-rows.tsx';
import styles from './messages-page.module.css';
import { useMessageAddress } from './use-message-address.ts';
import { useNewMessages } from './use-new-messages.ts';

/** What visitors wrote, and one of it opened: side by side, or on a phone one after the other. */
export function MessagesPage() {
  const { api, paths } = useAdmin();
  const navigate = useNavigate();
  const { openId, addressOf } = useMessageAddress();
  const query = useInfiniteQuery(messagePagesQuery(api));
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage } = query;
  const messages = useMemo(() => data && messagesOf(data), [data]);
  const list = messages ?? [];
  const open = list.find(({ id }) => id === openId);
  const newOnes = useNewMessages(messages);
  const unread = data?.pages[0]?.unread ?? 0;
  const panes = useRef<HTMLDivElement>(null);
  /** Whose row gets the focus when the list is gone back to. */
  const comingFrom = useRef(openId);

  // One that is asked for by its address may be pages away.
  const isPagesAway = openId !== null && messages !== undefined && !open && hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (isPagesAway) void fetchNextPage();
  }, [isPagesAway, fetchNextPage]);

  useEffect(() => {
    const before = comingFrom.current;
    if (before === openId) return;
    comingFrom.current = openId;
    const target = openId === null ? `[data-message="${before}"]` : '[data-message-heading]';
    (panes.current?.querySelector<HTMLElement>(target) ?? panes.current)?.focus();
  }, [openId]);

  const refresh = async () => {
    const { isSuccess } = await query.refetch();
    if (!isSuccess) return;
    newOnes.forget();
    // What was pressed is gone then.
    panes.current?.focus({ preventScroll: true });
  };

  const step = (by: 1 | -1) => {
    const at = list.findIndex(({ id }) => id === openId);
    const next = at < 0 ? list[0] : list[at + by];
    if (next) void navigate(addressOf(next.id), { replace: openId !== null });
  };
  useShortcuts('Messages', [
    { keys: 'j', label: 'Open the next message', run: () => step(1) },
    { keys: 'k', label: 'Previous message', run: () => step(-1) },
  ]);

  const leaveDeleted = async (deleted: number) => {
    // Somebody may have gone on meanwhile, to another message or another page.
    if (!panes.current || comingFrom.current !== deleted) return;
    const at = list.findIndex(({ id }) => id === deleted);
    comingFrom.current = (list[at + 1] ?? list[at - 1])?.id ?? null;
    if (comingFrom.current === null) panes.current?.focus();
    await navigate(paths.messages, { replace: true, flushSync: true });
  };

  return (
    <>
      <PageHeading
        title="Messages"
        subtitle={unread > 0 ? `${formatNumber(unread)} unread` : 'What visitors wrote to you'}
      />
      {!messages && !error && <MessagesLoading />}
      {error && !isFetchNextPageError && (
        <MessagesFailure error={error} busy={isFetching} onRetry={() => void refresh()} />
      )}
      {messages?.length === 0 && !error && (
        <Notice title="No messages yet">What visitors write to you on the contact page arrives here.</Notice>
      )}
      <div ref={panes} className={styles.panes} tabIndex={-1} data-open={openId !== null || undefined}>
        {list.length > 0 && (
          <div className={styles.list}>
            <p role="status" className={styles.arrived}>
              {newOnes.count > 0 && (
                <Button onClick={() => void refresh()}>
                  {formatCount(newOnes.count, 'new message', 'new messages')} – Show
                </Button>
              )}
            </p>
            <MessageRows messages={list} openId={openId} addressOf={addressOf} />
            {error && isFetchNextPageError && (
              <MessagesFailure error={error} busy={isFetchingNextPage} onRetry={() => void fetchNextPage()} />
            )}
            {hasNextPage && !isFetchNextPageError && (
              <Button busy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
                Load more
              </Button>
            )}
          </div>
        )}
        {list.length > 0 && (
          <div className={styles.detail}>
            {open ? (
              <MessageArticle key={open.id} message={open} onDeleted={() => leaveDeleted(open.id)} />
            ) : openId !== null && (hasNextPage || isFetching) ? (
              <Spinner label="Loading message" />
            ) : openId !== null ? (
              <Notice title="Message not found" action={<Link to={paths.messages}>Back to messages</Link>}>
                It may have been deleted.
              </Notice>
            ) : (
              <p className={styles.hint}>Choose a message to read it.</p>
            )}
          </div>
        )}
      </div>
    </>
  );
}
