import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { formatPrice } from '@portfolio/ui/price';
import { PageLink } from '../../app/page-link.tsx';
import styles from './contact-page.module.css';

/** The photo that a visitor asks about, as it goes with the message. */
export function AttachedPhoto({ photo }: { photo: PhotoView }) {
  const price = photo.is_for_sale && photo.selling_price !== null && formatPrice(photo.selling_price);
  return (
    <div className={styles.attached}>
      <div className={styles.picture}>
        <Picture picture={{ ...photo, title: '' }} sizes="6rem" eager />
      </div>
      <p>
        <span className={styles.about}>About this photo</span>
        <PageLink to={`/photo/${photo.id}`} dir="auto">
          {photo.title}
        </PageLink>
        {price && <span className={styles.price}>{price}</span>}
      </p>
      <PageLink to="/contact" className={styles.remove}>
        Remove<span className="visually-hidden"> the photo from the message</span>
      </PageLink>
    </div>
  );
}
