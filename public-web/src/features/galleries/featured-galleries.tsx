import { galleryListQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../app/api-context.ts';
import { Notice } from '../../app/notice.tsx';
import { SharePicture } from '../../app/page-head.tsx';
import { PageLink } from '../../app/page-link.tsx';
import text from '../../app/text.module.css';
import { Waiting } from '../../app/waiting.tsx';
import { GalleryCard } from './gallery-card.tsx';
import styles from './galleries.module.css';
import { FEATURED } from './load-galleries.ts';
import { FULL_WIDTH, HALF_WIDTH } from './widths.ts';

/** The galleries of the home page: the first one large, the others two by two. */
export function FeaturedGalleries() {
  const { data, isError, refetch } = useQuery(galleryListQuery(useApi(), FEATURED));
  if (isError) {
    return (
      <Notice alert action="Try Again" onAct={() => void refetch()}>
        Failed to load galleries
      </Notice>
    );
  }
  if (!data) return <Waiting />;
  if (data.galleries.length === 0) return <Notice>No galleries available</Notice>;

  const [first, ...others] = data.galleries;
  return (
    <section aria-label="Featured galleries">
      {first?.preview && <SharePicture picture={first.preview} />}
      {first && <GalleryCard gallery={first} sizes={FULL_WIDTH} priority wide />}
      {others.length > 0 && (
        <ul className={styles.galleries}>
          {others.map((gallery) => (
            <li key={gallery.id}>
              <GalleryCard gallery={gallery} sizes={HALF_WIDTH} />
            </li>
          ))}
        </ul>
      )}
      {data.total > FEATURED.limit && (
        <PageLink to="/galleries" className={text.onward}>
          View All Galleries
        </PageLink>
      )}
    </section>
  );
}
