import { dashboardQuery, decideComment, failureMessage } from '@portfolio/api-client';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { Badge, Button } from '@portfolio/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { useOptimisticMutation } from '../../app/data/use-optimistic-mutation.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { DateTime } from '../../app/date-time.tsx';
import styles from './recent.module.css';

/** Latest comments; pending ones have an Approve button. */
export function RecentComments({ comments }: { comments: ModeratedCommentView[] }) {
  const { paths } = useAdmin();
  const approveComment = useApproval();

  const approve = (id: number, { currentTarget }: MouseEvent<HTMLElement>) => {
    // The button disappears: its comment takes the focus.
    currentTarget.closest('li')?.focus();
    approveComment(id);
  };

  return (
    <section aria-labelledby="latest-comments">
      <header className={styles.header}>
        <h2 id="latest-comments" className={styles.title}>
          Latest comments
        </h2>
        <Link to={paths.comments} className={styles.all}>
          All comments
        </Link>
      </header>
      {comments.length === 0 && <p className={styles.none}>No comments yet.</p>}
      <ul className={styles.rows}>
        {comments.map(({ id, author_name, photo_id, photo_title, content, is_approved, created_at }) => (
          <li key={id} className={styles.comment} tabIndex={-1} aria-label={`Comment by ${author_name}`}>
            <div className={styles.line}>
              <p className={styles.name} dir="auto">
                {author_name}
              </p>
              <Badge tone={is_approved ? 'good' : 'accent'}>{is_approved ? 'Approved' : 'Pending'}</Badge>
            </div>
            <p className={styles.facts}>
              <span>
                on{' '}
                <a href={paths.publicPhoto(photo_id)} target="_blank" rel="noopener" dir="auto">
                  {photo_title}
                </a>
              </span>
              <DateTime at={created_at} />
            </p>
            <p className={styles.excerpt} dir="auto">
              {content}
            </p>
            {!is_approved && (
              <Button icon="check" onClick={(event) => approve(id, event)}>
                Approve
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const APPROVING = ['approve comment'];

/** @returns a function that approves a comment with an optimistic update; repeated calls send one request */
function useApproval(): (id: number) => void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = dashboardQuery(api);

  /** Leaves the counts unchanged when a refetch has already applied the change. */
  const show = (id: number, isApproved: boolean) => {
    const more = isApproved ? 1 : -1;
    queryClient.setQueryData(queryKey, (before) =>
      before?.recentComments.some((comment) => comment.id === id && comment.is_approved !== isApproved)
        ? {
            ...before,
            comments: before.comments + more,
            pendingComments: before.pendingComments - more,
            recentComments: before.recentComments.map((comment) =>
              comment.id === id ? { ...comment, is_approved: isApproved } : comment,
            ),
          }
        : before,
    );
  };

  const { mutate } = useOptimisticMutation({
    mutationKey: APPROVING,
    mutationFn: (id: number) => decideComment(api, id, true),
    queryKey,
    apply: (id) => {
      show(id, true);
      return () => show(id, false);
    },
    success: 'Comment approved',
    failure: (error) => failureMessage(error, 'Failed to approve comment'),
    onIdle: () => {
      void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ['comments'] });
    },
  });

  return (id) => {
    const isUnderWay = queryClient.isMutating({
      mutationKey: APPROVING,
      predicate: ({ state }) => state.variables === id,
    });
    if (!isUnderWay) mutate(id);
  };
}
