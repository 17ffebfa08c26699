import type { DashboardPhotoView, ModeratedCommentView } from '@portfolio/contracts';
import { Badge, Button } from '@portfolio/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useModeration } from '../../app/comments/use-moderation.ts';
import { passFocus } from '../../app/components/pass-focus.ts';
import { Thumbnail } from '../../app/components/thumbnail.tsx';
import { DateTime } from '../../app/date-time.tsx';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './recent.module.css';

/** Titled list, with a link to its page. */
function RecentList({ name, rows }: { name: 'photos' | 'comments'; rows: ReactNode[] }) {
  const { paths } = useAdmin();
  return (
    <section aria-labelledby={`latest-${name}`}>
      <header className={styles.header}>
        <h2 id={`latest-${name}`} className={styles.title}>
          Latest {name}
        </h2>
        <Link to={paths[name]} className={styles.all}>
          All {name}
        </Link>
      </header>
      {rows.length === 0 && <p className={styles.none}>No {name} yet.</p>}
      <ul className={styles.rows}>{rows}</ul>
    </section>
  );
}

const PHOTO_STATUSES = {
  ready: <Badge tone="good">Ready</Badge>,
  processing: <Badge tone="accent">Processing</Badge>,
  failed: <Badge tone="danger">Failed</Badge>,
};

/** Latest photos, linked to their forms. */
export function RecentPhotos({ photos }: { photos: DashboardPhotoView[] }) {
  const { paths } = useAdmin();
  return (
    <RecentList
      name="photos"
      rows={photos.map(({ id, title, gallery_title, status, small_thumbnail_url, created_at, ...photo }) => (
        <li key={id} className={styles.photo}>
          <Thumbnail address={small_thumbnail_url} focus={photo} />
          <div className={styles.text}>
            <Link to={`${paths.photos}?edit=${id}`} className={styles.name} dir="auto">
              {title}
            </Link>
            <p className={styles.facts}>
              <span dir="auto">{gallery_title ?? 'No Gallery'}</span>
              <DateTime at={created_at} precision="day" />
            </p>
          </div>
          {PHOTO_STATUSES[status]}
        </li>
      ))}
    />
  );
}

/** Latest comments; pending ones have an Approve button. */
export function RecentComments({ comments }: { comments: ModeratedCommentView[] }) {
  const { paths } = useAdmin();
  const { decide, isPending } = useModeration({ hasTray: false });
  return (
    <RecentList
      name="comments"
      rows={comments.map((comment) => {
        const { id, author_name, photo_id, photo_title, content, is_approved, created_at } = comment;
        return (
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
              <Button ref={passFocus} icon="check" onClick={() => isPending(comment) || decide([comment], true)}>
                Approve
              </Button>
            )}
          </li>
        );
      })}
    />
  );
}
