import { Segments } from '@portfolio/ui';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { COMMENT_FILTERS, useCommentFilter } from './comment-filter.ts';
import { CommentList } from './comment-list.tsx';
import { useModeration } from './use-moderation.ts';

export function CommentsPage() {
  const [filter, setFilter] = useCommentFilter();
  const moderation = useModeration();
  return (
    <>
      <PageHeading title="Manage Comments" subtitle="Visitors see what you approve">
        <Segments label="Show" options={[...COMMENT_FILTERS]} value={filter} onChange={setFilter} />
      </PageHeading>
      <CommentList key={filter} filter={filter} moderation={moderation} />
    </>
  );
}
