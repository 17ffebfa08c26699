import type { GalleryView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import type { CSSProperties } from 'react';
import { FULL_WIDTH } from '../../app/full-width.ts';
import { PageLink } from '../../app/page-link.tsx';
import { showCount, showDate } from '../../app/show.ts';
import text from '../../app/text.module.css';
import styles from './gallery-card.module.css';

export interface GalleryCardProps {
  gallery: GalleryView;
  /** How wide the cover is shown. */
  sizes: string;
  /** The cover is the main picture of the page. */
  priority?: boolean;
  /** Shown over the whole width. */
  wide?: boolean;
}

/** Width by height below which a cover is shown beside its words rather than above them, and whole. */
const UPRIGHT = 1.25;

/** A gallery on the lists of galleries: its cover, and what it holds. */
export function GalleryCard({ gallery, sizes, priority = false, wide = false }: GalleryCardProps) {
  const ratio = (gallery.preview?.width ?? 3) / (gallery.preview?.height ?? 2);
  const shape = !wide ? styles.card : ratio < UPRIGHT ? styles.upright : styles.wide;
  const shownSizes =
    shape === styles.upright
      ? `(min-width: 60rem) min(0.6 * (${FULL_WIDTH}), ${ratio.toFixed(2)} * 90svh), ${sizes}`
      : sizes;
  return (
    <article className={shape}>
      <div
        className={gallery.preview ? styles.cover : `${styles.cover} ${styles.empty}`}
        style={{ '--ratio': ratio.toFixed(4) } as CSSProperties}
      >
        {gallery.preview ? (
          <Picture picture={gallery.preview} sizes={shownSizes} priority={priority} className={styles.picture} />
        ) : (
          gallery.photo_count === 0 && 'No photos yet'
        )}
      </div>
      <div className={styles.words}>
        <h2 className={styles.title} dir="auto">
          {gallery.title}
        </h2>
        {gallery.description && (
          <p className={styles.description} dir="auto">
            {gallery.description}
          </p>
        )}
        <p className={text.facts}>
          <span>{showCount(gallery.photo_count, 'photo')}</span>
          <time dateTime={gallery.created_at}>{showDate(gallery.created_at)}</time>
        </p>
        <PageLink to={`/gallery/${gallery.slug}`} className={styles.link}>
          View Gallery<span className="visually-hidden">: {gallery.title}</span>
        </PageLink>
      </div>
    </article>
  );
}
