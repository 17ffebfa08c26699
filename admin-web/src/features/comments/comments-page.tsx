import { Segments } from '@portfolio/ui';
import { PageHeading } from '../../app/layout/page-heading.tsx';
import { COMMENT_FILTERS, useCommentFilter } from './comment-filter.ts';
import { CommentList } from './comment-list.tsx';
import { useModeration } from './use-moderation.ts';

/** What visitors have written under the photos, to be let through or not. */
export function CommentsPage() {
  const [filter, choose] = useCommentFilter();
  const moderation = useModeration();
  return (
    <>
      <PageHeading title="Manage Comments" subtitle="Visitors see what you approve">
        <Segments label="Show" options={[...COMMENT_FILTERS]} value={filter} onChange={choose} />
      </PageHeading>
      <CommentList key={filter} filter={filter} moderation={moderation} />
    </>
  );
}
