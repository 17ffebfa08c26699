import { galleryListQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../app/data/api-context.ts';
import { useBackground } from '../../app/layout/background.tsx';
import { Notice } from '../../app/components/notice.tsx';
import { PageLink } from '../../app/router/page-link.tsx';
import text from '../../app/components/text.module.css';
import { WaitingCards } from '../../app/components/waiting.tsx';
import { GalleryCard } from './gallery-card.tsx';
import styles from './galleries.module.css';
import { FEATURED } from './load-galleries.ts';

/** The galleries of the home page: the first one large, the others two by two, and large again what is left over. */
export function FeaturedGalleries() {
  const { data, isLoadingError, refetch } = useQuery(galleryListQuery(useApi(), FEATURED));
  const isOpenedByPicture = useBackground('opening') !== null;
  if (isLoadingError) {
    return (
      <Notice alert action="Try Again" onAct={() => void refetch()}>
        Failed to load galleries
      </Notice>
    );
  }
  if (!data) return <WaitingCards className={styles.featured} />;
  if (data.galleries.length === 0) return <Notice>No galleries available</Notice>;

  const last = data.galleries.length - 1;
  const isWide = (index: number) => index === 0 || (index === last && last % 2 === 1);
  return (
    <section aria-label="Featured galleries">
      <ul className={styles.featured}>
        {data.galleries.map((gallery, index) => (
          <li key={gallery.id} className={isWide(index) ? styles.wide : undefined}>
            <GalleryCard gallery={gallery} priority={index === 0 && !isOpenedByPicture} wide={isWide(index)} />
          </li>
        ))}
      </ul>
      {data.total > FEATURED.limit && (
        <PageLink to="/galleries" className={text.onward} lang="en">
          View All Galleries
        </PageLink>
      )}
    </section>
  );
}
