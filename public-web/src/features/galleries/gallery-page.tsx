import { galleryQuery } from '@portfolio/api-client';
import type { GalleryDetailView } from '@portfolio/contracts';
import { Notice } from '@portfolio/ui/notice';
import { useRef } from 'react';
import { Day, showCount } from '../../app/components/format.tsx';
import { SkeletonBlock, PageSkeleton } from '../../app/components/loading.tsx';
import { HiddenBadge, PageFailure, PageNotFound } from '../../app/components/notice.tsx';
import { ShowMore } from '../../app/components/show-more.tsx';
import text from '../../app/components/text.module.css';
import { photosFrom } from '../../app/data/photos-from.ts';
import { uniqueById, useLoadMore } from '../../app/data/use-load-more.ts';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';
import { useParams, useSearch } from '../../app/router/navigation.ts';
import { PageLink } from '../../app/router/page-link.tsx';
import { PageHead } from '../../app/seo/page-head.tsx';
import styles from './gallery-page.module.css';
import { GalleryStructuredData } from './gallery-structured-data.tsx';
import { fromOf } from './load-galleries.ts';
import { NextGallery } from './next-gallery.tsx';
import { PhotoWall, PhotoWallSkeleton } from './photo-wall.tsx';
import { useLinkedPhoto } from './use-linked-photo.ts';

export function GalleryPage() {
  const { slug = '' } = useParams();
  const from = fromOf(useSearch());
  const { data, isError, isHidden, refetch } = useVisibleQuery((api) => galleryQuery(api, slug, photosFrom(from)));
  if (isError) return <PageFailure title="Gallery" onRetry={() => void refetch()} />;
  if (data === undefined) return <GallerySkeleton />;
  if (data === null) {
    return (
      <PageNotFound title="Gallery not found" action="Back to Galleries" to="/galleries">
        It may have been moved or taken down.
      </PageNotFound>
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
        // A new key drops the parts of the previous list.
        <Wall key={`${slug} ${from}`} first={data} from={from} isHidden={isHidden} />
      ) : (
        <Notice>No photos yet</Notice>
      )}
      {!isHidden && <NextGallery slug={gallery.slug} />}
    </div>
  );
}

function Wall({ first, from, isHidden }: { first: GalleryDetailView; from: string | undefined; isHidden: boolean }) {
  const { slug } = first.gallery;
  const more = useLoadMore((api, cursor) => galleryQuery(api, slug, photosFrom(cursor)), first, isHidden);
  const list = useRef<HTMLUListElement>(null);
  const photos = uniqueById([first, ...more.parts].flatMap((part) => part.photos));
  useLinkedPhoto(more, photos);
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

function GallerySkeleton() {
  return (
    <PageSkeleton className={styles.gallery}>
      <SkeletonBlock width="7.5rem" height="1.875rem" />
      <SkeletonBlock width="min(20rem, 90%)" height="1.15em" className={styles.title} />
      <SkeletonBlock width="12rem" height="1.375rem" className={styles.facts} />
      <PhotoWallSkeleton />
    </PageSkeleton>
  );
}
