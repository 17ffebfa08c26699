import type { PhotoView } from '@portfolio/contracts';
import { HiddenBadge } from '../../app/components/notice.tsx';
import text from '../../app/components/text.module.css';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './photo-details.module.css';
import { CameraLine, PhotoFacts } from './photo-facts.tsx';
import { ShareButton } from './share-button.tsx';

interface PhotoDetailsProps {
  photo: PhotoView;
  /** Target of Back to gallery. */
  gallery: PhotoView['galleries'][number] | undefined;
  isHidden: boolean;
}

/** Title, facts and actions of a photo. */
export function PhotoDetails({ photo, gallery, isHidden }: PhotoDetailsProps) {
  return (
    <div className={styles.details}>
      <div>
        {isHidden && <HiddenBadge />}
        <h1 className={styles.title} dir="auto">
          {photo.title}
        </h1>
        {photo.description && (
          <p className={text.lead} dir="auto">
            {photo.description}
          </p>
        )}
        <CameraLine photo={photo} />
      </div>
      <div className={styles.aside}>
        <PhotoFacts photo={photo} gallery={gallery} />
        <div className={styles.actions}>
          <PageLink to={`/contact?photo=${photo.id}`} className={styles.ask} lang="en">
            Ask about this photo
          </PageLink>
          <ShareButton key={photo.id} photo={photo} />
        </div>
        {gallery && (
          <PageLink to={`/gallery/${gallery.slug}#photo-${photo.id}`} className={text.onward} lang="en">
            Back to gallery
          </PageLink>
        )}
      </div>
    </div>
  );
}
