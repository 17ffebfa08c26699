import type { PhotoView } from '@portfolio/contracts';
import { formatPrice } from '@portfolio/ui/price';
import type { ReactNode } from 'react';
import { HiddenMark } from '../../app/hidden-mark.tsx';
import { PageLink } from '../../app/page-link.tsx';
import { showDate } from '../../app/show.ts';
import text from '../../app/text.module.css';
import styles from './photo-details.module.css';
import { ShareButton } from './share-button.tsx';

export interface PhotoDetailsProps {
  photo: PhotoView;
  /** Where the way back leads. */
  gallery: PhotoView['galleries'][number] | undefined;
  isHidden: boolean;
  /** The way to the photos beside it. */
  neighbours: ReactNode;
}

/** What there is to say about a photo, and to do with it. */
export function PhotoDetails({ photo, gallery, isHidden, neighbours }: PhotoDetailsProps) {
  return (
    <div className={styles.details}>
      <div>
        {isHidden && <HiddenMark />}
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
            <dt>Date</dt>
            <dd>
              <time dateTime={photo.created_at}>{showDate(photo.created_at)}</time>
            </dd>
          </div>
          {gallery && (
            <div>
              <dt>Gallery</dt>
              <dd>
                <bdi>{gallery.title}</bdi>
              </dd>
            </div>
          )}
          {photo.is_for_sale && (
            <div>
              <dt>For sale</dt>
              <dd className={styles.price}>
                {photo.selling_price === null ? 'Price on request' : formatPrice(photo.selling_price)}
              </dd>
            </div>
          )}
        </dl>
        <div className={styles.actions}>
          <PageLink to={`/contact?photo=${photo.id}`} className={styles.ask}>
            Ask about this photo
          </PageLink>
          <ShareButton key={photo.id} photo={photo} />
        </div>
        {gallery && (
          <PageLink to={`/gallery/${gallery.slug}`} className={text.onward}>
            Back to gallery
          </PageLink>
        )}
      </div>
    </div>
  );
}
