import { galleryQuery } from '@portfolio/api-client';
import { Notice } from '../../app/notice.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { PageLink } from '../../app/page-link.tsx';
import { showCount, showDate } from '../../app/show.ts';
import text from '../../app/text.module.css';
import { useParams } from '../../app/navigation/navigation.ts';
import { useShown } from '../../app/use-shown.ts';
import { Waiting } from '../../app/waiting.tsx';
import styles from './gallery-page.module.css';
import { GalleryStructuredData } from './gallery-structured-data.tsx';
import { PhotoWall } from './photo-wall.tsx';

export function GalleryPage() {
  const { slug = '' } = useParams();
  const { data, isError, refetch } = useShown((api) => galleryQuery(api, slug));
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
      <GalleryStructuredData view={data} />
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
