import { galleryLockQuery } from '@portfolio/api-client';
import type { GalleryDetailView, GalleryLayout, GalleryListView } from '@portfolio/contracts';
import { Notice } from '@portfolio/ui/notice';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { SkeletonBlock, PageSkeleton } from '../../app/components/loading.tsx';
import { PageFailure, PageNotFound } from '../../app/components/notice.tsx';
import { ShowMore } from '../../app/components/show-more.tsx';
import { useApi } from '../../app/data/contexts.ts';
import { uniqueById, useLoadMore } from '../../app/data/use-load-more.ts';
import { orNotFound, useQuery } from '../../app/data/use-query.ts';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';
import { useParams, useSearch } from '../../app/router/navigation.ts';
import { PageHead } from '../../app/seo/page-head.tsx';
import { GalleryHeader, opensWithCover } from './gallery-header.tsx';
import styles from './gallery-header.module.css';
import { GalleryPassword } from './gallery-password.tsx';
import { GalleryStructuredData } from './gallery-structured-data.tsx';
import { cursorOf, wallQuery } from './load-galleries.ts';
import { NextGallery } from './next-gallery.tsx';
import { PhotoWall, PhotoWallSkeleton } from './photo-wall.tsx';
import { useLinkedPhoto } from './use-linked-photo.ts';

/** A gallery, or the photos with a tag. */
export function GalleryPage() {
  const params = useParams();
  const { slug = '', tag } = params;
  const from = cursorOf(useSearch());
  const { data, isError, isHidden, refetch } = useVisibleQuery((api) => wallQuery(api, params, from));
  if (isError) return <PageFailure title="Gallery" onRetry={() => void refetch()} />;
  if (data === undefined) return <GallerySkeleton slug={slug} />;
  if (data === null) return <ClosedGallery slug={slug} />;

  const { gallery } = data;
  const { visibility = 'public' } = gallery;
  const isListed = !isHidden && visibility === 'public';
  const path = (tag ? '/tags/' : '/gallery/') + encodeURIComponent(gallery.slug);
  return (
    <>
      <PageHead
        title={gallery.title}
        description={gallery.description}
        path={isHidden ? undefined : path}
        picture={gallery.preview ?? data.photos[0]}
      />
      {import.meta.env?.SSR !== false && visibility !== 'public' && <meta name="robots" content="noindex" />}
      {isListed && <GalleryStructuredData view={data} path={path} />}
      <GalleryHeader
        gallery={gallery}
        path={path}
        isHidden={isHidden || visibility === 'hidden'}
        isContinued={from !== undefined}
      />
      {data.photos.length > 0 ? (
        // A new key drops the parts of the previous list.
        <Wall key={`${path} ${from}`} first={data} from={from} isHidden={isHidden} />
      ) : (
        <Notice>No photos yet</Notice>
      )}
      {isListed && slug && <NextGallery slug={slug} />}
    </>
  );
}

/** Password form of a private gallery, or an unknown page. `slug` is empty for a tag without photos. */
function ClosedGallery({ slug }: { slug: string }) {
  const lock = orNotFound(galleryLockQuery(useApi(), slug));
  const { data, isLoadingError, isLoading, refetch } = useQuery({ ...lock, enabled: slug !== '' });
  if (isLoadingError) return <PageFailure title="Gallery" onRetry={() => void refetch()} />;
  if (isLoading) return <GallerySkeleton slug={slug} />;
  if (data) return <GalleryPassword title={data.title} />;
  return (
    <PageNotFound title={slug ? 'Gallery not found' : 'Tag not found'} action="Back to Galleries" to="/galleries">
      It may have been moved or taken down.
    </PageNotFound>
  );
}

function Wall({ first, from, isHidden }: { first: GalleryDetailView; from: string | undefined; isHidden: boolean }) {
  const { layout = 'masonry' } = first.gallery;
  const params = useParams();
  const more = useLoadMore((api, cursor) => wallQuery(api, params, cursor), first, isHidden);
  const list = useRef<HTMLDivElement>(null);
  const parts = [first, ...more.parts];
  const photos = uniqueById(parts.flatMap((part) => part.photos));
  // Those before a photo that moved between two responses are in both.
  const interludes = parts.flatMap((part) =>
    (part.interludes ?? []).filter(
      ({ before }) => part === parts.find(({ photos }) => photos.some(({ id }) => id === before)),
    ),
  );
  useLinkedPhoto(more);
  return (
    <>
      <div ref={list}>
        <PhotoWall
          layout={layout}
          photos={photos}
          interludes={interludes}
          slug={params['slug']}
          isComplete={more.next === null}
          isBelowCover={!from && opensWithCover(first.gallery)}
        />
      </div>
      <ShowMore more={more} one="photo" shown={photos.length} total={from ? undefined : first.total} list={list} />
    </>
  );
}

/** Layout of a gallery in a cached list, for its skeleton. */
function useListedLayout(slug: string): GalleryLayout {
  const lists = useQueryClient().getQueriesData<GalleryListView | GalleryListView[]>({
    queryKey: ['galleries', 'list'],
  });
  const galleries = lists.flatMap(([, list]) => [list ?? []].flat().flatMap((part) => part.galleries));
  return galleries.find((gallery) => gallery.slug === slug)?.layout ?? 'masonry';
}

function GallerySkeleton({ slug }: { slug: string }) {
  const layout = useListedLayout(slug);
  return (
    <PageSkeleton className={styles.plain}>
      <SkeletonBlock width="7.5rem" height="1.875rem" />
      <SkeletonBlock width="min(20rem, 90%)" height="1.15em" className={styles.title} />
      <SkeletonBlock width="12rem" height="1.375rem" className={styles.facts} />
      <PhotoWallSkeleton layout={layout} />
    </PageSkeleton>
  );
}
