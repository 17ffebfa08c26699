import { galleryListQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../app/api-context.ts';
import { Notice } from '../../app/notice.tsx';
import { PageHead } from '../../app/page-head.tsx';
import text from '../../app/text.module.css';
import { Waiting } from '../../app/waiting.tsx';
import { GalleryCard } from './gallery-card.tsx';
import styles from './galleries.module.css';
import { HALF_WIDTH } from './widths.ts';

export function GalleryListPage() {
  const list = useQuery(galleryListQuery(useApi()));
  return (
    <div className={text.page}>
      <PageHead
        title="Galleries"
        description="All galleries, the newest first."
        path="/galleries"
        picture={list.data?.galleries[0]?.preview}
      />
      <h1 className={text.title}>Galleries</h1>
      {list.isError ? (
        <Notice alert action="Try Again" onAct={() => void list.refetch()}>
          Failed to load galleries
        </Notice>
      ) : !list.data ? (
        <Waiting />
      ) : list.data.galleries.length === 0 ? (
        <Notice>No galleries available</Notice>
      ) : (
        <ul className={styles.galleries}>
          {list.data.galleries.map((gallery, index) => (
            <li key={gallery.id}>
              <GalleryCard gallery={gallery} sizes={HALF_WIDTH} priority={index === 0} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
