import { photoQuery } from '@portfolio/api-client';
import { useState, type ReactNode } from 'react';
import { useSentForm } from '../../app/forms/form-state.ts';
import { idOf } from '../../app/data/id-of.ts';
import { useNavigation, useParams, useSearch } from '../../app/router/navigation.ts';
import { Notice } from '../../app/components/notice.tsx';
import { PageHead } from '../../app/seo/page-head.tsx';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';
import { photoAddress } from './photo-address.ts';
import { PhotoDetails } from './photo-details.tsx';
import { PhotoNeighbours } from './photo-neighbours.tsx';
import { PhotoStage, stageSizes } from './photo-stage.tsx';
import { PhotoStructuredData } from './photo-structured-data.tsx';
import { PhotoWaiting } from './photo-waiting.tsx';
import { ShareButton } from './share-button.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useViewer } from './use-viewer.ts';
import { ViewerPlace } from './viewer-place.tsx';

export interface PhotoPageProps {
  /** Renders what visitors said about a photo, which may be hidden from them. */
  comments: (photoId: number, isHidden: boolean) => ReactNode;
}

export function PhotoPage({ comments }: PhotoPageProps) {
  const { navigate } = useNavigation();
  const viewer = useViewer();
  const params = useParams();
  const search = useSearch();
  const named = viewer.left?.slug ?? search.get('gallery');
  const id = viewer.left?.id ?? idOf(params['id']);
  const photo = useVisibleQuery((api) => photoQuery(api, id ?? 0), id !== undefined);
  const inNamed = useNeighbours(named, id, viewer.isOpen);
  // The photo is by itself, or has been taken out of the gallery that somebody's link names.
  const isInFirst = !named || inNamed.place === null;
  const inFirst = useNeighbours(isInFirst && photo.data?.galleries[0]?.slug, id, viewer.isOpen);
  const { place, isLoading } = isInFirst ? inFirst : inNamed;
  const [isTouched, setTouched] = useState(false);
  const { back: comment } = useSentForm('comment');

  const turn = (side: 'previous' | 'next') => {
    const beside = place?.[side];
    if (beside) navigate(photoAddress(beside, place.gallery));
    return Boolean(beside);
  };
  useArrowKeys(turn);

  if (id === undefined) return <PhotoNotFound />;
  if (!photo.data) {
    return (
      <>
        {photo.data === null ? (
          <PhotoNotFound />
        ) : photo.isError ? (
          <>
            <PageHead title="Photo" />
            <Notice page title="Oops!" alert action="Try Again" onAct={() => void photo.refetch()}>
              Something went wrong
            </Notice>
          </>
        ) : (
          <PhotoWaiting />
        )}
        {/* What somebody wrote is never lost with the page that it was sent from. */}
        {comment && comments(id, false)}
      </>
    );
  }
  const shown = photo.data;
  // The gallery that the visitor comes from, where the photo is in it, or else the first that it is in.
  const gallery = shown.galleries.find((one) => one.slug === named) ?? shown.galleries[0];
  const isListed = !photo.isHidden && shown.visibility === 'public';
  return (
    <article>
      <PageHead
        title={shown.title}
        description={shown.description || shown.alt_text}
        path={photo.isHidden ? undefined : `/photo/${shown.id}`}
        picture={shown}
        type="article"
      />
      {/* Machines read the page as it was sent, so the build for browsers leaves this out. */}
      {import.meta.env?.SSR !== false && shown.visibility === 'unlisted' && <meta name="robots" content="noindex" />}
      {isListed && <PhotoStructuredData photo={shown} gallery={gallery} />}
      <PhotoStage
        photo={shown}
        isInViewer={viewer.isOpen || viewer.left !== undefined}
        onView={() => void viewer.open()}
        onTurn={turn}
        onTouch={() => setTouched(true)}
      />
      <PhotoDetails
        photo={shown}
        gallery={gallery}
        isHidden={photo.isHidden}
        neighbours={(place || isLoading) && <PhotoNeighbours place={place ?? undefined} isWanted={isTouched} />}
      />
      {comments(shown.id, photo.isHidden)}
      {viewer.isOpen && (
        <ViewerPlace
          photo={shown}
          place={place}
          sizesOf={stageSizes}
          share={<ShareButton key={shown.id} photo={shown} />}
          onTurn={(to) => place && viewer.turn(to, place.gallery)}
          onClose={viewer.close}
        />
      )}
    </article>
  );
}

function PhotoNotFound() {
  return (
    <>
      <PageHead title="Photo not found" />
      <Notice page title="Photo not found" action="View Galleries" to="/galleries">
        It may have been moved or taken down.
      </Notice>
    </>
  );
}
