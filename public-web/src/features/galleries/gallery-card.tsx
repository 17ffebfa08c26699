import type { GalleryView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import type { CSSProperties } from 'react';
import { FormattedDate, showCount } from '../../app/components/format.tsx';
import { factor, FULL_WIDTH } from '@portfolio/ui/photo-layout/full-width';
import text from '../../app/components/text.module.css';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './gallery-card.module.css';

interface GalleryCardProps {
  gallery: GalleryView;
  /** Whether its cover is the largest picture of the first view. */
  priority?: boolean;
  /** Whether it takes the full width, or one of two columns. */
  isWide?: boolean;
}

/** Aspect ratio of the cover below which a wide card shows it uncropped, beside the text. */
const MAX_RATIO_BESIDE_TEXT = 1.25;

/** Width of one of two columns, with the gap of galleries.module.css. */
const HALF_WIDTH = `(${FULL_WIDTH} - clamp(2rem, 1rem + 3vw, 5rem)) / 2`;

/** `column`: one of two. `wide`: the cover above the text, at full width. `beside-text`: the cover beside it. */
type CardLayout = 'column' | 'wide' | 'beside-text';

/** `sizes` of a cover: the width of the whole picture, which the frame in gallery-card.module.css may crop. */
export function coverSizes(ratio: number, layout: CardLayout): string {
  const croppedTo = (width: string, frame = 3 / 2) => `calc(${factor(Math.max(1, ratio / frame))} * (${width}))`;
  const large = {
    column: `(min-width: 48rem) ${croppedTo(HALF_WIDTH)}`,
    wide: `(min-width: 60rem) ${croppedTo(FULL_WIDTH, Math.min(Math.max(ratio, 16 / 9), 21 / 9))}`,
    'beside-text': `(min-width: 60rem) min(0.6 * (${FULL_WIDTH}), ${factor(ratio)} * 90vh)`,
  };
  return `${large[layout]}, ${croppedTo(FULL_WIDTH)}`;
}

export function GalleryCard({ gallery, priority = false, isWide = false }: GalleryCardProps) {
  const ratio = (gallery.preview?.width ?? 3) / (gallery.preview?.height ?? 2);
  const layout = !isWide ? 'column' : ratio < MAX_RATIO_BESIDE_TEXT ? 'beside-text' : 'wide';
  return (
    <article className={styles.card} data-layout={layout}>
      <div
        className={gallery.preview ? styles.cover : `${styles.cover} ${styles.empty}`}
        style={{ '--ratio': ratio.toFixed(4) } as CSSProperties}
      >
        {gallery.preview ? (
          <Picture
            picture={gallery.preview}
            sizes={coverSizes(ratio, layout)}
            priority={priority}
            className={styles.picture}
          />
        ) : (
          gallery.photo_count === 0 && <span lang="en">No photos yet</span>
        )}
      </div>
      <div className={styles.text}>
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
          <FormattedDate at={gallery.created_at} />
        </p>
        <PageLink to={`/gallery/${gallery.slug}`} className={styles.link}>
          <span lang="en">View Gallery</span>
          <span className="visually-hidden">: {gallery.title}</span>
        </PageLink>
      </div>
    </article>
  );
}
