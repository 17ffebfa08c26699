import type { PhotoNeighboursView, PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useState } from 'react';
import { photoAddress } from '../../app/router/navigation.ts';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './photo-neighbours.module.css';
import { stageSizes } from './photo-stage.tsx';

interface PhotoNeighboursProps {
  /** Undefined while loading: its space is reserved. */
  position: PhotoNeighboursView | undefined;
  /** Preloads the neighbours' pictures. */
  isPreloading: boolean;
}

/** Links to the previous and next photo of the gallery, at the sides of the picture, preloaded on hover and focus. */
export function PhotoNeighbours({ position, isPreloading }: PhotoNeighboursProps) {
  const [isHovered, setHovered] = useState(false);
  const onHover = () => setHovered(true);
  if (!position) return <div className={styles.neighbours} />;
  const { gallery, previous, next, total } = position;
  const preloaded: (PhotoView | null)[] = isHovered || isPreloading ? [previous, next] : [];
  return (
    <nav
      className={styles.neighbours}
      aria-label={`Photos in ${gallery.title}`}
      onPointerOver={onHover}
      onPointerDown={onHover}
      onFocus={onHover}
    >
      {previous ? (
        <PageLink to={photoAddress(previous, gallery.slug)} replace rel="prev" className={styles.link}>
          <span aria-hidden="true">←</span> <span lang="en">Previous</span>
          <span className="visually-hidden">: {previous.title}</span>
        </PageLink>
      ) : (
        <span />
      )}
      <span className={styles.position} lang="en">
        {position.place} of {total}
      </span>
      {next ? (
        <PageLink to={photoAddress(next, gallery.slug)} replace rel="next" className={styles.link}>
          <span lang="en">Next</span>
          <span className="visually-hidden">: {next.title}</span> <span aria-hidden="true">→</span>
        </PageLink>
      ) : (
        <span />
      )}
      <div hidden>
        {preloaded.map(
          (photo) => photo && <Picture key={photo.id} picture={photo} sizes={stageSizes(photo)} loading="eager" />,
        )}
      </div>
    </nav>
  );
}
