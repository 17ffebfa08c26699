import { galleryListQuery } from '@portfolio/api-client';
import { Notice } from '@portfolio/ui/notice';
import { CardListSkeleton } from '../../app/components/loading.tsx';
import { Failure } from '../../app/components/notice.tsx';
import text from '../../app/components/text.module.css';
import { useApi } from '../../app/data/contexts.ts';
import { useQuery } from '../../app/data/use-query.ts';
import { useBackground } from '../../app/layout/background.tsx';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './galleries.module.css';
import { GalleryCard } from './gallery-card.tsx';
import { FEATURED } from './load-galleries.ts';

/** Galleries of the home page: the first over the full width, the others in pairs, a last odd one over the full width. */
export function FeaturedGalleries() {
  const { data, isLoadingError, refetch } = useQuery(galleryListQuery(useApi(), FEATURED));
  const hasHero = useBackground('hero') !== null;
  if (isLoadingError) return <Failure onRetry={() => void refetch()}>Failed to load galleries</Failure>;
  if (!data) return <CardListSkeleton className={styles.featured} />;
  if (data.galleries.length === 0) return <Notice>No galleries available</Notice>;

  const last = data.galleries.length - 1;
  const isWide = (index: number) => index === 0 || (index === last && last % 2 === 1);
  return (
    <section aria-label="Featured galleries">
      <ul className={styles.featured}>
        {data.galleries.map((gallery, index) => (
          <li key={gallery.id} className={isWide(index) ? styles.wide : undefined}>
            <GalleryCard gallery={gallery} priority={index === 0 && !hasHero} isWide={isWide(index)} />
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

/** The first cover on the home page, its share image. */
export function useShareImage() {
  const { data } = useQuery(galleryListQuery(useApi(), FEATURED));
  return data?.galleries.find(({ preview }) => preview)?.preview;
}
