import type { PhotoNeighboursView, PhotoView } from '@portfolio/contracts';
import { PageLink } from '../../app/page-link.tsx';
import styles from './photo-neighbours.module.css';

/** The way to the photos before and after this one in the gallery that it was opened from. */
export function PhotoNeighbours({ place: { gallery, place, total, previous, next } }: { place: PhotoNeighboursView }) {
  const address = (photo: PhotoView) => `/photo/${photo.id}?gallery=${encodeURIComponent(gallery.slug)}`;
  return (
    <nav className={styles.neighbours} aria-label={`Photos in ${gallery.title}`}>
      {previous ? (
        <PageLink to={address(previous)} rel="prev" className={styles.link}>
          <span aria-hidden="true">←</span> Previous<span className="visually-hidden">: {previous.title}</span>
        </PageLink>
      ) : (
        <span />
      )}
      <span className={styles.place}>
        {place} of {total}
      </span>
      {next ? (
        <PageLink to={address(next)} rel="next" className={styles.link}>
          Next<span className="visually-hidden">: {next.title}</span> <span aria-hidden="true">→</span>
        </PageLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
