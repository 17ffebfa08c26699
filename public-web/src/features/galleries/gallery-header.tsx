import type { GalleryView } from '@portfolio/contracts';
import { FormattedDate, showCount } from '../../app/components/format.tsx';
import { NotPublicBadge } from '../../app/components/notice.tsx';
import text from '../../app/components/text.module.css';
import { Hero } from '../../app/layout/hero.tsx';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './gallery-header.module.css';

interface GalleryHeaderProps {
  gallery: GalleryView;
  path: string;
  isHidden: boolean;
  /** Whether the page starts with a later part of the photos. */
  isContinued: boolean;
}

/** Whether the page opens with the gallery's cover in the whole window. */
export const opensWithCover = ({ opening, preview }: GalleryView): boolean => opening === 'cover' && preview !== null;

/** Title, description and facts of a gallery, the title over the cover where the artist chose so. */
export function GalleryHeader({ gallery, path, isHidden, isContinued }: GalleryHeaderProps) {
  const { id, title, description, preview, photo_count, created_at } = gallery;
  const isOpening = opensWithCover(gallery) && !isContinued;
  const heading = (
    <div className={isOpening ? styles.opening : styles.plain}>
      <PageLink to="/galleries" className={text.onward} lang="en">
        Back to Galleries
      </PageLink>
      <h1 className={styles.title} dir="auto">
        {title}
      </h1>
      {isHidden && <NotPublicBadge />}
    </div>
  );
  return (
    <>
      {isOpening ? (
        <Hero picture={preview} area="window">
          {heading}
        </Hero>
      ) : (
        heading
      )}
      {description && (
        <p className={text.lead} dir="auto">
          {description}
        </p>
      )}
      <p className={`${text.facts} ${styles.facts}`}>
        <span lang="en">{showCount(photo_count, 'photo')}</span>
        {id > 0 && <FormattedDate at={created_at} />}
        {isContinued && (
          <PageLink to={path} lang="en">
            Back to the first photos
          </PageLink>
        )}
      </p>
    </>
  );
}
