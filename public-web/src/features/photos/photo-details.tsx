import type { PhotoView } from '@portfolio/contracts';
import type { ReactNode } from 'react';
import { FormattedDate, Price } from '../../app/components/format.tsx';
import { NotPublicBadge } from '../../app/components/notice.tsx';
import text from '../../app/components/text.module.css';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './photo-details.module.css';
import { ShareButton } from './share-button.tsx';

export interface PhotoProps {
  photo: PhotoView;
  /** Gallery in the address, or else the first one of the photo. */
  gallery: PhotoView['galleries'][number] | undefined;
}

/** Title, facts and actions of a photo. */
export function PhotoDetails({ photo, gallery }: PhotoProps) {
  return (
    <div className={styles.details}>
      <div>
        <h1 className={styles.title} dir="auto">
          {photo.title}
        </h1>
        {photo.visibility === 'hidden' && <NotPublicBadge />}
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

/** Date, gallery, price and tags of a photo. */
export const PhotoFacts = ({ photo, gallery }: PhotoProps) => (
  <dl className={styles.facts}>
    <Fact name="Date">
      <FormattedDate at={photo.created_at} />
    </Fact>
    {gallery && (
      <Fact name="Gallery">
        <bdi>{gallery.title}</bdi>
      </Fact>
    )}
    {photo.is_for_sale && (
      <Fact name="For sale" className={styles.price}>
        {photo.selling_price === null ? <span lang="en">Price on request</span> : <Price price={photo.selling_price} />}
      </Fact>
    )}
    {photo.tags.length > 0 && (
      <Fact name="Tags">
        {photo.tags.map((tag, index) => (
          <span key={tag}>
            {index > 0 && ', '}
            {photo.visibility === 'public' ? (
              <PageLink to={`/tags/${encodeURIComponent(tag.normalize().toLowerCase())}`} dir="auto">
                {tag}
              </PageLink>
            ) : (
              // Its tags may have no pages.
              <bdi>{tag}</bdi>
            )}
          </span>
        ))}
      </Fact>
    )}
  </dl>
);

const Fact = ({ name, className, children }: { name: string; className?: string; children: ReactNode }) => (
  <div>
    <dt lang="en">{name}</dt>
    <dd className={className}>{children}</dd>
  </div>
);

/** Capture date, place, camera, lens and exposure of a photo, where the site shows them. */
export const CameraLine = ({ photo: { facts } }: { photo: PhotoView }) =>
  facts && (
    <p className={styles.camera}>
      {/* In UTC, so that the calendar day does not shift. */}
      {facts.captured_at && <FormattedDate at={facts.captured_at.slice(0, 10)} timeZone="UTC" />}
      {[facts.place, facts.camera, facts.lens, facts.exposure].map(
        // The separator, of the outer element, stays at the left of a text from right to left.
        (fact, index) =>
          fact && (
            <span key={index}>
              <bdi>{fact}</bdi>
            </span>
          ),
      )}
    </p>
  );
