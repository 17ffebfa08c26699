import type { GalleryView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import type { CSSProperties } from 'react';
import { PageLink } from '../../app/router/page-link.tsx';
import { Day, showCount } from '../../app/components/format.tsx';
import text from '../../app/components/text.module.css';
import styles from './gallery-card.module.css';
import { coverSizes } from './widths.ts';

export interface GalleryCardProps {
  gallery: GalleryView;
  /** The cover is the main picture of the page. */
  priority?: boolean;
  /** Shown over the whole width. */
  wide?: boolean;
}

/** Width by height below which a cover is shown beside its words rather than above them, and whole. */
const UPRIGHT = 1.25;

/** A gallery on the lists of galleries: its cover, and what it holds. */
export function GalleryCard({ gallery, priority = false, wide = false }: GalleryCardProps) {
  const ratio = (gallery.preview?.width ?? 3) / (gallery.preview?.height ?? 2);
  const place = !wide ? 'card' : ratio < UPRIGHT ? 'upright' : 'wide';
  return (
    <article className={styles[place]}>
      <div
        className={gallery.preview ? styles.cover : `${styles.cover} ${styles.empty}`}
        style={{ '--ratio': ratio.toFixed(4) } as CSSProperties}
      >
        {gallery.preview ? (
          <Picture
            picture={gallery.preview}
            sizes={coverSizes(ratio, place)}
            priority={priority}
            className={styles.picture}
          />
        ) : (
          gallery.photo_count === 0 && <span lang="en">No photos yet</span>
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
          <span lang="en">{showCount(gallery.photo_count, 'photo')}</span>
          <Day at={gallery.created_at} />
        </p>
        <PageLink to={`/gallery/${gallery.slug}`} className={styles.link}>
          <span lang="en">View Gallery</span>
          <span className="visually-hidden">: {gallery.title}</span>
        </PageLink>
      </div>
    </article>
  );
}
