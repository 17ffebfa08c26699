import type { DashboardPhotoView, PhotoStatus } from '@portfolio/contracts';
import { Badge } from '@portfolio/ui';
import { Link } from 'react-router';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { DateTime } from '../../app/date-time.tsx';
import styles from './recent.module.css';

const STATUSES = {
  ready: { tone: 'good', label: 'Ready' },
  processing: { tone: 'accent', label: 'Processing' },
  failed: { tone: 'danger', label: 'Failed' },
} as const satisfies Record<PhotoStatus, object>;

/** Latest photos, linked to their forms. */
export function RecentPhotos({ photos }: { photos: DashboardPhotoView[] }) {
  const { api, paths } = useAdmin();
  return (
    <section aria-labelledby="latest-photos">
      <header className={styles.header}>
        <h2 id="latest-photos" className={styles.title}>
          Latest photos
        </h2>
        <Link to={paths.photos} className={styles.all}>
          All photos
        </Link>
      </header>
      {photos.length === 0 && <p className={styles.none}>No photos yet.</p>}
      <ul className={styles.rows}>
        {photos.map(({ id, title, gallery_title, status, small_thumbnail_url, created_at }) => (
          <li key={id} className={styles.photo}>
            <span className={styles.thumbnail}>
              {small_thumbnail_url && <img src={api.fileAddress(small_thumbnail_url)} alt="" loading="lazy" />}
            </span>
            <div className={styles.text}>
              <Link to={`${paths.photos}?edit=${id}`} className={styles.name} dir="auto">
                {title}
              </Link>
              <p className={styles.facts}>
                <span dir="auto">{gallery_title ?? 'No Gallery'}</span>
                <DateTime at={created_at} to="day" />
              </p>
            </div>
            <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
