import { photoQuery } from '@portfolio/api-client';
import { useEffect, useState, type ComponentType } from 'react';
import { SkeletonBlock, PageSkeleton } from '../../app/components/loading.tsx';
import { PageFailure, PageNotFound } from '../../app/components/notice.tsx';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';
import { useSentForm } from '../../app/forms/form-state.ts';
import { parseId, photoAddress, useNavigation, useParams, useSearch } from '../../app/router/navigation.ts';
import { PageHead } from '../../app/seo/page-head.tsx';
import { LazyViewer } from './lazy-viewer.tsx';
import details from './photo-details.module.css';
import { PhotoDetails } from './photo-details.tsx';
import { PhotoNeighbours } from './photo-neighbours.tsx';
import { PhotoStage, PhotoStageSkeleton } from './photo-stage.tsx';
import { PhotoStructuredData } from './photo-structured-data.tsx';
import { useNeighbourKeys } from './use-keys.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useViewer } from './use-viewer.ts';
import type { Side } from './viewer/swipe.ts';

interface PhotoPageProps {
  Comments: ComponentType<{ photoId: number; isHidden: boolean }>;
  /** After the last photo of a gallery. */
  NextGallery: ComponentType<{ slug: string }>;
}

export function PhotoPage({ Comments, NextGallery }: PhotoPageProps) {
  const { navigate } = useNavigation();
  const viewer = useViewer();
  const params = useParams();
  const search = useSearch();
  const named = viewer.lastSeen?.slug ?? search.get('gallery');
  const id = viewer.lastSeen?.id ?? parseId(params['id']);
  const photo = useVisibleQuery((api) => photoQuery(api, id ?? 0), id !== undefined);
  const inNamed = useNeighbours(named, id, viewer.isOpen);
  // The address names no gallery, or one without the photo.
  const isInFirst = !named || inNamed.position === null;
  const slug = isInFirst ? photo.data?.galleries[0]?.slug : named;
  const inFirst = useNeighbours(isInFirst && slug, id, viewer.isOpen);
  const { position, isLoading } = isInFirst ? inFirst : inNamed;
  const [isTouched, setTouched] = useState(false);
  const { returned } = useSentForm('comment');
  /** The page outlives navigations to other photos. */
  const [returnedFor] = useState(returned && id);

  const turn = (side: Side) => {
    const neighbour = position?.[side];
    if (neighbour) navigate(photoAddress(neighbour, slug), { replace: true });
    return Boolean(neighbour);
  };
  useNeighbourKeys(id, isLoading && !viewer.isOpen, (side) => !viewer.isOpen && turn(side));

  const isGone = viewer.isOpen && photo.data === null;
  useEffect(() => {
    if (isGone) viewer.close();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each photo, whatever `close` is
  }, [isGone]);

  if (id === undefined) return <PhotoNotFound />;
  const shown = photo.isHidden && photo.data ? { ...photo.data, visibility: 'hidden' as const } : photo.data;
  const gallery = shown?.galleries.find((one) => one.slug === slug) ?? position?.gallery ?? shown?.galleries[0];
  return (
    <article>
      {shown ? (
        <>
          <PageHead
            title={shown.title}
            description={shown.description || shown.alt_text}
            path={photo.isHidden ? undefined : `/photo/${shown.id}`}
            picture={shown}
            type="article"
          />
          {/* For crawlers, which read the server's HTML: the build for browsers leaves it out. */}
          {import.meta.env?.SSR !== false && shown.visibility !== 'public' && <meta name="robots" content="noindex" />}
          {shown.visibility === 'public' && <PhotoStructuredData photo={shown} gallery={gallery} />}
          <PhotoStage
            photo={shown}
            isInViewer={viewer.isOpen}
            onView={() => void viewer.open()}
            onTurn={turn}
            onTouch={() => setTouched(true)}
          >
            {(position || isLoading) && <PhotoNeighbours position={position ?? undefined} isPreloading={isTouched} />}
          </PhotoStage>
          <PhotoDetails photo={shown} gallery={gallery} />
        </>
      ) : shown === null ? (
        <PhotoNotFound />
      ) : photo.isError ? (
        <PageFailure title="Photo" onRetry={() => void photo.refetch()} />
      ) : (
        <PhotoSkeleton />
      )}
      {/* A returned comment outlives a failed page. In one position, its form stays mounted when the photo arrives. */}
      {(shown || returnedFor === id) && <Comments photoId={id} isHidden={photo.isHidden} />}
      {shown && position?.next === null && <NextGallery slug={position.gallery.slug} />}
      {shown && viewer.isOpen && (
        <LazyViewer
          photo={shown}
          slug={slug}
          gallery={gallery}
          onTurn={(to) => viewer.turn(to, slug)}
          onClose={viewer.close}
        />
      )}
    </article>
  );
}

const PhotoNotFound = () => (
  <PageNotFound title="Photo not found" action="View Galleries" to="/galleries">
    It may have been moved or taken down.
  </PageNotFound>
);

const PhotoSkeleton = () => (
  <PageSkeleton>
    <PhotoStageSkeleton />
    <div className={details.details}>
      <div>
        <SkeletonBlock width="min(24rem, 70%)" height="2.5rem" />
      </div>
    </div>
  </PageSkeleton>
);
