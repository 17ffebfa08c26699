import type { ModeratedCommentView } from '@portfolio/contracts';
import { Badge, Button } from '@portfolio/ui';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { DateTime } from '../../app/date-time.tsx';
import styles from './recent.module.css';
import { useApproval } from './use-approval.ts';

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
