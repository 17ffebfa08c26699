import { galleryListQuery } from '@portfolio/api-client';
import type { GalleryListView } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '../../app/data/api-context.ts';
import { useSearch } from '../../app/router/navigation.ts';
import { NotFoundPage } from '../../app/components/not-found-page.tsx';
import { Notice } from '../../app/components/notice.tsx';
import { orNotFound } from '../../app/data/or-not-found.ts';
import { PageHead } from '../../app/seo/page-head.tsx';
import { PageLink } from '../../app/router/page-link.tsx';
import text from '../../app/components/text.module.css';
import { eachOnce, useLoadMore } from '../../app/data/use-load-more.ts';
import { WaitingCards } from '../../app/components/waiting.tsx';
import { GalleryCard } from './gallery-card.tsx';
import styles from './galleries.module.css';
import { fromOf, galleriesFrom } from './load-galleries.ts';
import { ShowMore } from './show-more.tsx';

export function GalleryListPage() {
  const from = fromOf(useSearch());
  const { data, isLoadingError, refetch } = useQuery(orNotFound(galleryListQuery(useApi(), galleriesFrom(from))));
  if (data === null) return <NotFoundPage />;
  return (
    <div className={text.page}>
      <PageHead
        title="Galleries"
        description="All galleries, the newest first."
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
        <Notice alert action="Try Again" onAct={() => void refetch()}>
          Failed to load galleries
        </Notice>
      ) : !data ? (
        <WaitingCards className={styles.galleries} />
      ) : data.galleries.length === 0 ? (
        <Notice>No galleries available</Notice>
      ) : (
        <List key={from} first={data} from={from} />
      )}
    </div>
  );
}

/** The galleries, and the way to more of them. */
function List({ first, from }: { first: GalleryListView; from: string | undefined }) {
  const more = useLoadMore((api, cursor) => galleryListQuery(api, galleriesFrom(cursor)), first);
  const list = useRef<HTMLUListElement>(null);
  const galleries = eachOnce([first, ...more.parts].flatMap((part) => part.galleries));
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
