import type { PhotoNeighboursView, PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useState } from 'react';
import { PageLink } from '../../app/router/page-link.tsx';
import { photoAddress } from './photo-address.ts';
import styles from './photo-neighbours.module.css';
import { stageSizes } from './photo-stage.tsx';

export interface PhotoNeighboursProps {
  /** Absent while it is on its way: its room is kept. */
  place: PhotoNeighboursView | undefined;
  /** The neighbours are about to be wanted for another reason than a link. */
  isWanted: boolean;
}

/** The way to the photos before and after this one in the gallery that it was opened from. */
export function PhotoNeighbours({ place, isWanted }: PhotoNeighboursProps) {
  const [isNear, setNear] = useState(false);
  const onNear = () => setNear(true);
  if (!place) return <div className={styles.neighbours} />;
  const { gallery, previous, next, total } = place;
  const fetched: (PhotoView | null)[] = isNear || isWanted ? [previous, next] : [];
  return (
    <nav
      className={styles.neighbours}
      aria-label={`Photos in ${gallery.title}`}
      onPointerOver={onNear}
      onPointerDown={onNear}
      onFocus={onNear}
    >
      {previous ? (
        <PageLink to={photoAddress(previous, gallery)} rel="prev" className={styles.link}>
          <span aria-hidden="true">←</span> <span lang="en">Previous</span>
          <span className="visually-hidden">: {previous.title}</span>
        </PageLink>
      ) : (
        <span />
      )}
      <span className={styles.place} lang="en">
        {place.place} of {total}
      </span>
      {next ? (
        <PageLink to={photoAddress(next, gallery)} rel="next" className={styles.link}>
          <span lang="en">Next</span>
          <span className="visually-hidden">: {next.title}</span> <span aria-hidden="true">→</span>
        </PageLink>
      ) : (
        <span />
      )}
      <div hidden>
        {fetched.map((photo) => photo && <Picture key={photo.id} picture={photo} sizes={stageSizes(photo)} eager />)}
      </div>
    </nav>
  );
}
