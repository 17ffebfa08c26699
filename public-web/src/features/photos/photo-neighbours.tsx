import type { GalleryDetailView, PhotoView } from '@portfolio/contracts';
import { PageLink } from '../../app/page-link.tsx';
import styles from './photo-neighbours.module.css';

export interface PhotoNeighboursProps {
  photoId: number;
  gallery: GalleryDetailView;
}

/** The way to the photos before and after this one in the gallery that it was opened from. */
export function PhotoNeighbours({ photoId, gallery: { gallery, photos } }: PhotoNeighboursProps) {
  const place = photos.findIndex(({ id }) => id === photoId);
  if (place < 0) return null;
  const address = (photo: PhotoView) => `/photo/${photo.id}?gallery=${encodeURIComponent(gallery.slug)}`;
  const before = photos[place - 1];
  const after = photos[place + 1];
  return (
    <nav className={styles.neighbours} aria-label={`Photos in ${gallery.title}`}>
      {before ? (
        <PageLink to={address(before)} rel="prev" className={styles.link}>
          <span aria-hidden="true">←</span> Previous<span className="visually-hidden">: {before.title}</span>
        </PageLink>
      ) : (
        <span />
      )}
      <span className={styles.place}>
        {place + 1} of {photos.length}
      </span>
      {after ? (
        <PageLink to={address(after)} rel="next" className={styles.link}>
          Next<span className="visually-hidden">: {after.title}</span> <span aria-hidden="true">→</span>
        </PageLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
