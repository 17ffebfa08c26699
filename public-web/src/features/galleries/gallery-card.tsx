import type { GalleryView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
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

/** A gallery on the lists of galleries: its cover, and what it holds. */
export function GalleryCard({ gallery, sizes, priority = false, wide = false }: GalleryCardProps) {
  return (
    <article className={wide ? styles.wide : styles.card}>
      <div className={styles.cover}>
        {gallery.preview && (
          <Picture picture={gallery.preview} sizes={sizes} priority={priority} className={styles.picture} />
        )}
      </div>
      <div className={styles.words}>
        <h2 className={styles.title}>{gallery.title}</h2>
        {gallery.description && <p className={styles.description}>{gallery.description}</p>}
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
