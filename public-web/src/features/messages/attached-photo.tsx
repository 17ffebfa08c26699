import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { Price } from '../../app/components/format.tsx';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './contact-page.module.css';

/** Preview of the photo that the message is about. */
export function AttachedPhoto({ photo }: { photo: PhotoView }) {
  return (
    <div className={styles.attached}>
      <div className={styles.picture}>
        <Picture picture={{ ...photo, title: '' }} sizes="6rem" loading="eager" />
      </div>
      <p>
        <span className={styles.about} lang="en">
          About this photo
        </span>
        <PageLink to={`/photo/${photo.id}`} dir="auto">
          {photo.title}
        </PageLink>
        {photo.is_for_sale && photo.selling_price !== null && (
          <span className={styles.price}>
            <Price price={photo.selling_price} />
          </span>
        )}
      </p>
      <PageLink to="/contact" className={styles.remove} lang="en">
        Remove<span className="visually-hidden"> the photo from the message</span>
      </PageLink>
    </div>
  );
}
