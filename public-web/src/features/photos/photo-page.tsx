import { photoNeighboursQuery, photoQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../app/api-context.ts';
import { Notice } from '../../app/notice.tsx';
import { orNotFound } from '../../app/or-not-found.ts';
import { PageHead } from '../../app/page-head.tsx';
import text from '../../app/text.module.css';
import { useParams, useSearch } from '../../app/navigation/navigation.ts';
import { useShown } from '../../app/use-shown.ts';
import { Waiting } from '../../app/waiting.tsx';
import { idOf } from './load-photo.ts';
import { PhotoDetails } from './photo-details.tsx';
import { PhotoNeighbours } from './photo-neighbours.tsx';
import { PhotoStructuredData } from './photo-structured-data.tsx';
import { PhotoStage } from './photo-stage.tsx';

export interface PhotoPageProps {
  /** Renders what visitors said about a photo. */
  comments: (photoId: number) => ReactNode;
}

export function PhotoPage({ comments }: PhotoPageProps) {
  const id = idOf(useParams()['id']);
  const slug = useSearch().get('gallery');
  const api = useApi();
  const photo = useShown((api) => photoQuery(api, id ?? 0), id !== undefined);
  const place = useQuery({ ...orNotFound(photoNeighboursQuery(api, slug ?? '', id ?? 0)), enabled: Boolean(slug) });

  if (id === undefined || photo.data === null) return <PhotoNotFound />;
  if (photo.isError) {
    return (
      <>
        <PageHead title="Photo" />
        <Notice page title="Oops!" alert action="Try Again" onAct={() => void photo.refetch()}>
          Something went wrong
        </Notice>
      </>
    );
  }
  if (!photo.data) return <Waiting pictures={1} className={text.page} />;
  const shown = photo.data;
  // The gallery that the visitor comes from, where the photo is in it, or else the first that it is in.
  const from = shown.galleries.find((one) => one.slug === slug) ?? shown.galleries[0];
  return (
    <article>
      <PageHead
        title={shown.title}
        description={shown.description ?? shown.alt_text}
        path={`/photo/${shown.id}`}
        picture={shown}
        type="article"
      />
      <PhotoStructuredData photo={shown} gallery={from} />
      <PhotoStage key={shown.id} photo={shown} />
      {place.data && <PhotoNeighbours place={place.data} />}
      <PhotoDetails photo={shown} gallery={from} />
      {comments(shown.id)}
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
