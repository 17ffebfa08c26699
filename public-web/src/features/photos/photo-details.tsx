import type { PhotoView } from '@portfolio/contracts';
import { formatPrice } from '@portfolio/ui/price';
import { PageLink } from '../../app/page-link.tsx';
import { showDate } from '../../app/show.ts';
import text from '../../app/text.module.css';
import styles from './photo-details.module.css';

export interface PhotoDetailsProps {
  photo: PhotoView;
  /** Where the way back leads. */
  gallery: PhotoView['galleries'][number] | undefined;
}

/** What there is to say about a photo. */
export function PhotoDetails({ photo, gallery }: PhotoDetailsProps) {
  return (
    <div className={styles.details}>
      <div>
        <h1 className={styles.title}>{photo.title}</h1>
        {photo.description && <p className={text.lead}>{photo.description}</p>}
      </div>
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
              <PageLink to={`/gallery/${gallery.slug}`}>{gallery.title}</PageLink>
            </dd>
          </div>
        )}
        {photo.is_for_sale && (
          <div>
            <dt>For sale</dt>
            <dd>{photo.selling_price === null ? 'Price on request' : formatPrice(photo.selling_price)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
