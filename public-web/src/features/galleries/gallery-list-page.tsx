import { galleryListQuery } from '@portfolio/api-client';
import type { GalleryListView } from '@portfolio/contracts';
import { Notice } from '@portfolio/ui/notice';
import { useRef } from 'react';
import { CardListSkeleton } from '../../app/components/loading.tsx';
import { Failure, PageNotFound } from '../../app/components/notice.tsx';
import { ShowMore } from '../../app/components/show-more.tsx';
import text from '../../app/components/text.module.css';
import { useApi } from '../../app/data/contexts.ts';
import { uniqueById, useLoadMore } from '../../app/data/use-load-more.ts';
import { orNotFound, useQuery } from '../../app/data/use-query.ts';
import { useSearch } from '../../app/router/navigation.ts';
import { PageLink } from '../../app/router/page-link.tsx';
import { PageHead } from '../../app/seo/page-head.tsx';
import styles from './galleries.module.css';
import { GalleryCard } from './gallery-card.tsx';
import { cursorOf, galleryPageParams } from './load-galleries.ts';

export function GalleryListPage() {
  const from = cursorOf(useSearch());
  const { data, isLoadingError, refetch } = useQuery(orNotFound(galleryListQuery(useApi(), galleryPageParams(from))));
  if (data === null) return <PageNotFound />;
  return (
    <div className={text.page}>
      <PageHead
        title="Galleries"
        description="All galleries of this site."
        path="/galleries"
        picture={data?.galleries[0]?.preview}
      />
      <h1 className={text.title} lang="en">
        Galleries
      </h1>
      {from && (
        <PageLink to="/galleries" className={text.onward} lang="en">
          Back to the first galleries
        </PageLink>
      )}
      {isLoadingError ? (
        <Failure onRetry={() => void refetch()}>Failed to load galleries</Failure>
      ) : !data ? (
        <CardListSkeleton className={styles.galleries} />
      ) : data.galleries.length === 0 ? (
        <Notice>No galleries available</Notice>
      ) : (
        <List key={from} first={data} from={from} />
      )}
    </div>
  );
}

function List({ first, from }: { first: GalleryListView; from: string | undefined }) {
  const more = useLoadMore((api, cursor) => galleryListQuery(api, galleryPageParams(cursor)), first);
  const list = useRef<HTMLUListElement>(null);
  const galleries = uniqueById([first, ...more.parts].flatMap((part) => part.galleries));
  return (
    <>
      <ul className={styles.galleries} ref={list}>
        {galleries.map((gallery, index) => (
          <li key={gallery.id}>
            <GalleryCard gallery={gallery} priority={index === 0} />
          </li>
        ))}
      </ul>
      <ShowMore
        more={more}
        one="gallery"
        many="galleries"
        shown={galleries.length}
        total={from ? undefined : first.total}
        list={list}
      />
    </>
  );
}
