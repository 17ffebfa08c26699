import type { CommentQuery } from '@portfolio/contracts';
import { useSearchParams } from 'react-router';

export const COMMENT_FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
] as const;

export type CommentFilter = (typeof COMMENT_FILTERS)[number]['value'];

/** Filter of the address, `?status=pending`; each choice is an entry of the browser's history. */
export function useCommentFilter(): [filter: CommentFilter, setFilter: (filter: CommentFilter) => void] {
  const [searchParams, setSearchParams] = useSearchParams();
  const filter = COMMENT_FILTERS.find(({ value }) => value === searchParams.get('status'))?.value ?? 'all';
  const setFilter = (chosen: CommentFilter) => {
    if (chosen !== filter) setSearchParams(chosen === 'all' ? {} : { status: chosen });
  };
  return [filter, setFilter];
}

/** Query of the list. */
export const queryOf = (filter: CommentFilter): CommentQuery => (filter === 'all' ? {} : { status: filter });
