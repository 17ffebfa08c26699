import { galleryQuery } from '@portfolio/api-client';
import type { GalleryDetailView } from '@portfolio/contracts';
import { useRef } from 'react';
import { HiddenBadge } from '../../app/components/hidden-badge.tsx';
import { useParams, useSearch } from '../../app/router/navigation.ts';
import { Notice } from '../../app/components/notice.tsx';
import { PageHead } from '../../app/seo/page-head.tsx';
import { PageLink } from '../../app/router/page-link.tsx';
import { Day, showCount } from '../../app/components/format.tsx';
import text from '../../app/components/text.module.css';
import { eachOnce, useLoadMore } from '../../app/data/use-load-more.ts';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';
import styles from './gallery-page.module.css';
import { GalleryStructuredData } from './gallery-structured-data.tsx';
import { fromOf, photosFrom } from './load-galleries.ts';
import { PhotoWall } from './photo-wall.tsx';
import { ShowMore } from './show-more.tsx';
import { WaitingWall } from './waiting-wall.tsx';

export function GalleryPage() {
  const { slug = '' } = useParams();
  const from = fromOf(useSearch());
  const { data, isError, isHidden, refetch } = useVisibleQuery((api) => galleryQuery(api, slug, photosFrom(from)));
  if (isError) {
    return (
      <>
        <PageHead title="Gallery" />
        <Notice page title="Oops!" alert action="Try Again" onAct={() => void refetch()}>
          Something went wrong
        </Notice>
      </>
    );
  }
  if (data === undefined) return <WaitingWall />;
  if (data === null) {
    return (
      <>
        <PageHead title="Gallery not found" />
        <Notice page title="Gallery not found" action="Back to Galleries" to="/galleries">
          It may have been moved or taken down.
        </Notice>
      </>
    );
  }

  const { gallery } = data;
  return (
    <div className={styles.gallery}>
      <PageHead
        title={gallery.title}
        description={gallery.description}
        path={isHidden ? undefined : `/gallery/${gallery.slug}`}
        picture={gallery.preview}
      />
      {!isHidden && <GalleryStructuredData view={data} />}
      <PageLink to="/galleries" className={text.onward} lang="en">
        Back to Galleries
      </PageLink>
      <h1 className={styles.title} dir="auto">
        {gallery.title}
      </h1>
      {isHidden && <HiddenBadge />}
      {gallery.description && (
        <p className={text.lead} dir="auto">
          {gallery.description}
        </p>
      )}
      <p className={`${text.facts} ${styles.facts}`}>
        <span lang="en">{showCount(gallery.photoCount, 'photo')}</span>
        <Day at={gallery.created_at} />
        {from && (
          <PageLink to={`/gallery/${gallery.slug}`} lang="en">
            Back to the first photos
          </PageLink>
        )}
      </p>
      {data.photos.length > 0 ? (
        // Another list is another wall, whatever was fetched for the one before.
        <Wall key={`${slug} ${from}`} first={data} from={from} isHidden={isHidden} />
      ) : (
        <Notice>No photos yet</Notice>
      )}
    </div>
  );
}

interface WallProps {
  first: GalleryDetailView;
  from: string | undefined;
  isHidden: boolean;
}

/** The photos of the gallery, and the way to more of them. */
function Wall({ first, from, isHidden }: WallProps) {
  const { slug } = first.gallery;
  const more = useLoadMore((api, cursor) => galleryQuery(api, slug, photosFrom(cursor)), first, isHidden);
  const list = useRef<HTMLUListElement>(null);
  const photos = eachOnce([first, ...more.parts].flatMap((part) => part.photos));
  return (
    <>
      <PhotoWall photos={photos} slug={slug} list={list} />
      <ShowMore
        more={more}
        one="photo"
        many="photos"
        shown={photos.length}
        total={from ? undefined : first.total}
        list={list}
      />
    </>
  );
}
