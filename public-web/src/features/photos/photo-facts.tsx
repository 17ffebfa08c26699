import type { PhotoView } from '@portfolio/contracts';
import { FormattedDate, Price } from '../../app/components/format.tsx';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './photo-details.module.css';

interface PhotoFactsProps {
  photo: PhotoView;
  /** Gallery in the address, or else the first one of the photo. */
  gallery: PhotoView['galleries'][number] | undefined;
}

/** Date, gallery, price and tags of a photo. */
export const PhotoFacts = ({ photo, gallery }: PhotoFactsProps) => (
  <dl className={styles.facts}>
    <div>
      <dt lang="en">Date</dt>
      <dd>
        <FormattedDate at={photo.created_at} />
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
    {photo.tags.length > 0 && (
      <div>
        <dt lang="en">Tags</dt>
        <dd>
          {photo.tags.map((tag, index) => (
            <span key={tag}>
              {index > 0 && ', '}
              {photo.visibility === 'public' ? (
                <PageLink to={`/tags/${encodeURIComponent(tag.toLowerCase())}`} dir="auto">
                  {tag}
                </PageLink>
              ) : (
                // Its tags may have no pages.
                <bdi>{tag}</bdi>
              )}
            </span>
          ))}
        </dd>
      </div>
    )}
  </dl>
);

/** Capture date, place, camera, lens and exposure of a photo, where the site shows them. */
export const CameraLine = ({ photo: { facts } }: { photo: PhotoView }) =>
  facts && (
    <p className={styles.camera}>
      {/* In UTC, so that the calendar day does not shift. */}
      {facts.captured_at && <FormattedDate at={facts.captured_at.slice(0, 10)} timeZone="UTC" />}
      {[facts.place, facts.camera, facts.lens, facts.exposure].map(
        (fact, index) => fact && <bdi key={index}>{fact}</bdi>,
      )}
    </p>
  );
