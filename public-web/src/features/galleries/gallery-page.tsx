import { galleryQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useApi } from '../../app/api-context.ts';
import { Notice } from '../../app/notice.tsx';
import { orNotFound } from '../../app/or-not-found.ts';
import { need, type PageRequest } from '../../app/page.ts';
import { PageHead } from '../../app/page-head.tsx';
import { PageLink } from '../../app/page-link.tsx';
import { showCount, showDate } from '../../app/show.ts';
import text from '../../app/text.module.css';
import { Waiting } from '../../app/waiting.tsx';
import styles from './gallery-page.module.css';
import { PhotoWall } from './photo-wall.tsx';

export const loadGallery = ({ client, api, params }: PageRequest) =>
  need(client, orNotFound(galleryQuery(api, params['slug'] ?? '')));

export function GalleryPage() {
  const { slug = '' } = useParams();
  const { data, isError, refetch } = useQuery(orNotFound(galleryQuery(useApi(), slug)));
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
  if (data === undefined) return <Waiting className={text.page} />;
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

  const { gallery, photos } = data;
  return (
    <div className={styles.gallery}>
      <PageHead
        title={gallery.title}
        description={gallery.description}
        path={`/gallery/${gallery.slug}`}
        picture={gallery.preview}
      />
      <PageLink to="/galleries" className={text.onward}>
        Back to Galleries
      </PageLink>
      <h1 className={styles.title}>{gallery.title}</h1>
      {gallery.description && <p className={text.lead}>{gallery.description}</p>}
      <p className={`${text.facts} ${styles.facts}`}>
        <span>{showCount(gallery.photoCount, 'photo')}</span>
        <time dateTime={gallery.created_at}>{showDate(gallery.created_at)}</time>
      </p>
      {photos.length > 0 ? <PhotoWall photos={photos} slug={gallery.slug} /> : <Notice>No photos yet</Notice>}
    </div>
  );
}
