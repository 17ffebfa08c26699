import { galleryQuery, photoQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useApi } from '../../app/api-context.ts';
import { Notice } from '../../app/notice.tsx';
import { orNotFound } from '../../app/or-not-found.ts';
import { need, together, want, type PageRequest } from '../../app/page.ts';
import { PageHead } from '../../app/page-head.tsx';
import text from '../../app/text.module.css';
import { Waiting } from '../../app/waiting.tsx';
import { PhotoDetails } from './photo-details.tsx';
import { PhotoNeighbours } from './photo-neighbours.tsx';
import { PhotoStage } from './photo-stage.tsx';

/** The number in an address such as `/photo/3`; undefined where it is none. */
const idOf = (text: string | undefined) => (/^\d{1,10}$/.test(text ?? '') ? Number(text) : undefined);

export async function loadPhoto({ client, api, params, search }: PageRequest) {
  const id = idOf(params['id']);
  if (id === undefined) return 404;
  const slug = search.get('gallery');
  return together(
    need(client, orNotFound(photoQuery(api, id))),
    ...(slug ? [want(client, orNotFound(galleryQuery(api, slug)))] : []),
  );
}

export interface PhotoPageProps {
  /** Renders what visitors said about a photo. */
  comments: (photoId: number) => ReactNode;
}

export function PhotoPage({ comments }: PhotoPageProps) {
  const id = idOf(useParams()['id']);
  const slug = useSearchParams()[0].get('gallery');
  const api = useApi();
  const photo = useQuery({ ...orNotFound(photoQuery(api, id ?? 0)), enabled: id !== undefined });
  const gallery = useQuery({ ...orNotFound(galleryQuery(api, slug ?? '')), enabled: Boolean(slug) });

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
      <PhotoStage key={shown.id} photo={shown} />
      {gallery.data && <PhotoNeighbours photoId={shown.id} gallery={gallery.data} />}
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
