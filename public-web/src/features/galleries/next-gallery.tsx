import { nextGalleryQuery } from '@portfolio/api-client';
import { useApi } from '../../app/data/contexts.ts';
import { orNotFound, useQuery } from '../../app/data/use-query.ts';
import text from '../../app/components/text.module.css';
import styles from './galleries.module.css';
import { GalleryCard } from './gallery-card.tsx';

/** The gallery after this one, with its cover; nothing without another one. */
export function NextGallery({ slug }: { slug: string }) {
  const { data: gallery } = useQuery(orNotFound(nextGalleryQuery(useApi(), slug)));
  return (
    gallery && (
      <aside className={styles.next} aria-label="Next gallery">
        <p className={text.facts} lang="en">
          Next gallery
        </p>
        <GalleryCard gallery={gallery} isWide />
      </aside>
    )
  );
}
