import type { PhotoView } from '@portfolio/contracts';
import type { ReactNode } from 'react';
import { Day, Price } from '../../app/components/format.tsx';
import { HiddenBadge } from '../../app/components/notice.tsx';
import text from '../../app/components/text.module.css';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './photo-details.module.css';
import { ShareButton } from './share-button.tsx';

interface PhotoDetailsProps {
  photo: PhotoView;
  /** Target of Back to gallery. */
  gallery: PhotoView['galleries'][number] | undefined;
  isHidden: boolean;
  neighbours: ReactNode;
}

/** Title, facts and actions of a photo. */
export function PhotoDetails({ photo, gallery, isHidden, neighbours }: PhotoDetailsProps) {
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
      </div>
      <div className={styles.aside}>
        {neighbours}
        <dl className={styles.facts}>
          <div>
            <dt lang="en">Date</dt>
            <dd>
              <Day at={photo.created_at} />
            </dd>
          </div>
          {gallery && (
            <div>
              <dt lang="en">Gallery</dt>
              <dd>
                <bdi>{gallery.title}</bdi>
              </dd>
            </div>
          )}
          {photo.is_for_sale && (
            <div>
              <dt lang="en">For sale</dt>
              <dd className={styles.price}>
                {photo.selling_price === null ? (
                  <span lang="en">Price on request</span>
                ) : (
                  <Price price={photo.selling_price} />
                )}
              </dd>
            </div>
          )}
        </dl>
        <div className={styles.actions}>
          <PageLink to={`/contact?photo=${photo.id}`} className={styles.ask} lang="en">
            Ask about this photo
          </PageLink>
          <ShareButton key={photo.id} photo={photo} />
        </div>
        {gallery && (
          <PageLink to={`/gallery/${gallery.slug}`} className={text.onward} lang="en">
            Back to gallery
          </PageLink>
        )}
      </div>
    </div>
  );
}
