import { Button, Segments } from '@portfolio/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { BlockedSendersDialog } from './blocked-senders.tsx';
import { CommentList } from './comment-list.tsx';
import { useModeration } from '../../app/comments/use-moderation.ts';

const FILTERS = [
  { value: 'all' as const, label: 'All' },
  { value: 'pending' as const, label: 'Pending' },
  { value: 'approved' as const, label: 'Approved' },
];

/** Comments with the filter of the address, `?status=pending`; each choice is an entry of the browser's history. */
export function CommentsPage() {
  const [searchParams, setSearchParams] = useSearchParams();
  const moderation = useModeration();
  const [isBlockedListOpen, setBlockedListOpen] = useState(false);
  const filter = FILTERS.find(({ value }) => value === searchParams.get('status'))?.value ?? 'all';
  const setFilter = (chosen: typeof filter) => {
    if (chosen !== filter) setSearchParams(chosen === 'all' ? {} : { status: chosen });
  };
  return (
    <>
      <PageHeading title="Manage Comments" subtitle="Visitors see what you approve">
        <Button onClick={() => setBlockedListOpen(true)}>Blocked Senders</Button>
        <Segments label="Show" options={FILTERS} value={filter} onChange={setFilter} />
      </PageHeading>
      <CommentList key={filter} status={filter === 'all' ? undefined : filter} moderation={moderation} />
      {isBlockedListOpen && <BlockedSendersDialog onClose={() => setBlockedListOpen(false)} />}
    </>
  );
}
