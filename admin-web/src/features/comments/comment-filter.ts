import type { CommentQuery } from '@portfolio/contracts';
import { useSearchParams } from 'react-router';

export const COMMENT_FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
] as const;

export type CommentFilter = (typeof COMMENT_FILTERS)[number]['value'];

/** Which comments are looked at, as the address says it: `?status=pending`. The browser's way back leads through the choices. */
export function useCommentFilter(): [filter: CommentFilter, choose: (filter: CommentFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const filter = COMMENT_FILTERS.find(({ value }) => value === search.get('status'))?.value ?? 'all';
  const choose = (chosen: CommentFilter) => {
    if (chosen !== filter) setSearch(chosen === 'all' ? {} : { status: chosen });
  };
  return [filter, choose];
}

/** How the list is asked for. */
export const queryOf = (filter: CommentFilter): CommentQuery => (filter === 'all' ? {} : { status: filter });
