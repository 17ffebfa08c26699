import { failureMessage, messagePagesQuery, readMessages } from '@portfolio/api-client';
import type { MessageView } from '@portfolio/contracts';
import { Button, Notice, Spinner } from '@portfolio/ui';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { LoadFailure } from '../../app/components/load-failure.tsx';
import { ListSkeleton, LoadMore, UnseenButton, useFurtherPages } from '../../app/components/paged-list.tsx';
import { SelectBox } from '../../app/components/select-boxes.tsx';
import { useUnseenItems } from '../../app/data/use-unseen-items.ts';
import { DateTime } from '../../app/date-time.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { formatNumber } from '../../app/format-number.ts';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { useShortcuts } from '../../app/shortcuts/use-shortcuts.ts';
import { useDebouncedValue } from '../../app/use-debounced-value.ts';
import { useSelection } from '../../app/use-selection.ts';
import { MessageArticle } from './message-article.tsx';
import { MessageSearch, SelectedMessages, useBulkMessages } from './message-tools.tsx';
import styles from './messages-page.module.css';
import { messagesOf } from './use-message-actions.ts';

/** List of messages and the open one, side by side; on a phone one at a time. */
export function MessagesPage() {
  const { api, paths } = useAdmin();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const searchedId = Number(search.get('message'));
  const openId = Number.isInteger(searchedId) && searchedId > 0 ? searchedId : null;
  const addressOf = (id: number) => `${paths.messages}?message=${id}`;
  const [typed, setTyped] = useState('');
  const found = useDebouncedValue(typed.trim());
  const filter = found ? { search: found } : {};
  // The list stays while a search is under way.
  const query = useInfiniteQuery({ ...messagePagesQuery(api, filter), placeholderData: keepPreviousData });
  const { data, error, isFetching, isFetchNextPageError, isPlaceholderData, hasNextPage, fetchNextPage } = query;
  const messages = useMemo(() => data && messagesOf(data), [data]);
  const list = messages ?? [];
  const ids = useMemo(() => (messages ?? []).map(({ id }) => id), [messages]);
  const selection = useSelection(ids, found);
  const bulk = useBulkMessages();
  const open = list.find(({ id }) => id === openId);
  const unseen = useUnseenItems({
    ids: messages && ids,
    search: found,
    idOf: (event) => (event.type === 'message.created' ? event.message_id : undefined),
    readNewest: async () => (await readMessages(api, filter)).messages.map(({ id }) => id),
    refetch: query.refetch,
  });
  const unread = data?.pages[0]?.unread ?? 0;
  const panes = useRef<HTMLDivElement>(null);
  /** Row that gets the focus when the list returns. */
  const lastOpenId = useRef(openId);

  // The message of the address may be on a later page.
  const isMissing = openId !== null && messages !== undefined && !open && !found;
  useFurtherPages(query, isMissing);

  useEffect(() => {
    const before = lastOpenId.current;
    if (before === openId) return;
    lastOpenId.current = openId;
    const target = openId === null ? `[data-message="${before}"]` : '[data-message-heading]';
    (panes.current?.querySelector<HTMLElement>(target) ?? panes.current)?.focus();
  }, [openId]);

  const step = (by: 1 | -1) => {
    const index = list.findIndex(({ id }) => id === openId);
    const next = index < 0 ? list[0] : list[index + by];
    if (next) void navigate(addressOf(next.id), { replace: openId !== null });
  };
  useShortcuts('Messages', [
    { keys: 'j', label: 'Open the next message', run: () => step(1) },
    { keys: 'k', label: 'Previous message', run: () => step(-1) },
  ]);

  const leaveDeleted = async (deleted: number) => {
    // The administrator may have opened another message or page.
    if (!panes.current || lastOpenId.current !== deleted) return;
    const index = list.findIndex(({ id }) => id === deleted);
    // No row has the id 0: once the navigation has closed the confirmation, the panes get the focus.
    lastOpenId.current = (list[index + 1] ?? list[index - 1])?.id ?? 0;
    await navigate(paths.messages, { replace: true, flushSync: true });
  };

  const hasTools = list.length > 0 || typed !== '' || found !== '' || isPlaceholderData;
  /** Takes the focus of a button that disappears, unless the administrator has moved it. */
  const takeFocus = (button?: Element) => {
    if (document.activeElement === document.body || document.activeElement === button) panes.current?.focus();
  };
  const finishBulk = (changed: number[], isDeletion: boolean) => {
    // Removes the pressed button.
    flushSync(() => selection.remove(changed));
    // The administrator may have opened another page.
    if (!panes.current) return;
    if (isDeletion && lastOpenId.current !== null && changed.includes(lastOpenId.current)) {
      lastOpenId.current = null;
      void navigate(paths.messages, { replace: true });
    }
    takeFocus();
  };

  const failure = error && (
    <LoadFailure
      title="Failed to load messages"
      busy={isFetching}
      labels={['Try Again', 'Retrying...']}
      onRetry={() => void (isFetchNextPageError ? fetchNextPage() : unseen.refresh())}
    >
      {failureMessage(error, '')}
    </LoadFailure>
  );

  return (
    <>
      <PageHeading title="Messages" subtitle={unread > 0 ? `${formatNumber(unread)} unread` : 'Messages from visitors'}>
        {unread > 0 && (
          <Button
            busy={bulk.mark.isPending}
            onClick={({ currentTarget }) =>
              bulk.mark.mutate({ ids: undefined, isRead: true }, { onSuccess: () => takeFocus(currentTarget) })
            }
          >
            Mark all as read
          </Button>
        )}
      </PageHeading>
      {!messages && !error && (
        <div className={styles.panes}>
          <div className={styles.list}>
            <ListSkeleton name="messages" rows={4} className={styles.skeleton} />
          </div>
        </div>
      )}
      {messages?.length === 0 && !error && !found && !isPlaceholderData && (
        <Notice title="No messages yet">Messages from the contact page appear here.</Notice>
      )}
      <div ref={panes} className={styles.panes} tabIndex={-1} data-open={openId !== null || undefined}>
        {!isFetchNextPageError && failure && <div className={styles.failure}>{failure}</div>}
        {hasTools && (
          <div className={styles.list}>
            <MessageSearch typed={typed} onType={setTyped} />
            {selection.ids.size > 0 && <SelectedMessages ids={[...selection.ids]} bulk={bulk} onDone={finishBulk} />}
            <UnseenButton count={unseen.count} one="new message" many="new messages" onShow={unseen.refresh} />
            {messages?.length === 0 && !isFetching && <Notice title="No messages found" />}
            {list.length > 0 && (
              <MessageRows messages={list} openId={openId} addressOf={addressOf} selection={selection} />
            )}
            {!(isMissing && isFetchNextPageError) && <LoadMore query={query} />}
          </div>
        )}
        {hasTools && (
          <div className={styles.detail}>
            {open && (
              <MessageArticle key={open.id} message={open} filter={filter} onDeleted={() => leaveDeleted(open.id)} />
            )}
            {isMissing && isFetchNextPageError && failure}
            {isMissing && (hasNextPage || isFetching) && !isFetchNextPageError && <Spinner label="Loading message" />}
            {isMissing && !hasNextPage && !isFetching && (
              <Notice title="Message not found" action={<Link to={paths.messages}>Back to messages</Link>}>
                It may have been deleted.
              </Notice>
            )}
            {openId !== null && found && messages && !open && !isPlaceholderData && (
              <Notice
                title={
                  hasNextPage ? 'This message is not in the results so far' : 'The search does not find this message'
                }
                action={<Link to={paths.messages}>Back to messages</Link>}
              />
            )}
            {openId === null && <p className={styles.hint}>Choose a message to read it.</p>}
          </div>
        )}
      </div>
    </>
  );
}

interface MessageRowsProps {
  messages: MessageView[];
  openId: number | null;
  addressOf: (id: number) => string;
  selection: ReturnType<typeof useSelection>;
}

/** Links to the messages; arrow keys, Home and End move between them. */
function MessageRows({ messages, openId, addressOf, selection }: MessageRowsProps) {
  return (
    <ul className={styles.rows} aria-label="Messages" onKeyDown={moveFocus}>
      {messages.map(({ id, name, subject, message, is_read, created_at, photo }) => (
        <li key={id} className={styles.item}>
          <SelectBox
            label={`Select the message by ${name}`}
            checked={selection.ids.has(id)}
            onToggle={(isRange) => selection.toggle(id, isRange)}
          />
          <Link
            to={addressOf(id)}
            // Back leads from any message to the list.
            replace={openId !== null}
            className={styles.row}
            data-message={id}
            data-unread={!is_read || undefined}
            aria-describedby={`message-${id}-excerpt message-${id}-time`}
            aria-current={id === openId || undefined}
          >
            {!is_read && <span className="visually-hidden">Unread: </span>}
            <span className={styles.name} dir="auto">
              {name}
            </span>{' '}
            <span id={`message-${id}-time`} className={styles.time} aria-hidden>
              <DateTime at={created_at} />
            </span>{' '}
            <span className={styles.subject} dir="auto">
              {subject}
            </span>{' '}
            <span id={`message-${id}-excerpt`} className={styles.excerpt} dir="auto" aria-hidden>
              {photo ? `${photo.title}: ${message}` : message}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message]')];
  const index = rows.findIndex((row) => row === document.activeElement);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (index < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  rows[next]?.focus();
}
