import type { GalleryLayout, InterludeView, PhotoView } from '@portfolio/contracts';
import { PhotoLayout, tileStyles as styles } from '@portfolio/ui/photo-layout';
import { Picture } from '@portfolio/ui/picture';
import { showCount } from '../../app/components/format.tsx';
import { SkeletonBlock } from '../../app/components/loading.tsx';
import { photoAddress } from '../../app/router/navigation.ts';
import { PageLink } from '../../app/router/page-link.tsx';

interface PhotoWallProps {
  layout: GalleryLayout;
  photos: PhotoView[];
  interludes: InterludeView[];
  /** Of the gallery; absent for a tag. */
  slug: string | undefined;
  /** No photos will follow. */
  isComplete: boolean;
  /** Whether the gallery opens with its cover in the whole viewport, so that no photo is in view at first. */
  isBelowCover: boolean;
}

/** Photos of a gallery, each a link to its page. */
export const PhotoWall = ({ slug, layout, isBelowCover, ...gallery }: PhotoWallProps) => (
  <PhotoLayout layout={layout} {...gallery}>
    {(photo, picture) => (
      <>
        <PageLink
          // Back to gallery leads here.
          id={`photo-${photo.id}`}
          to={photoAddress(photo, slug)}
          className={styles.link}
        >
          <Picture
            // The caption has the title: without an alternative text the picture is decorative.
            picture={{ ...photo, title: '' }}
            {...(isBelowCover ? { sizes: picture.sizes } : picture)}
            className={styles.picture}
          />
          <span className={styles.caption}>
            <span className={styles.title} dir="auto">
              {photo.title}
            </span>
            <span className={styles.comments} lang="en">
              {showCount(photo.comment_count, 'comment')}
            </span>
          </span>
        </PageLink>
        {layout === 'column' && photo.description && (
          <p className={styles.description} dir="auto">
            {photo.description}
          </p>
        )}
      </>
    )}
  </PhotoLayout>
);

/** Aspect ratios of an ordinary gallery. */
const SKELETON_RATIOS = [1.5, 0.6667, 1.5, 1.3333, 1.5, 0.6667, 1.5, 1.5];
const SKELETON_PHOTOS = SKELETON_RATIOS.map((width, id) => ({ id, width, height: 1 }));

export const PhotoWallSkeleton = ({ layout }: { layout: GalleryLayout }) => (
  <PhotoLayout layout={layout} photos={SKELETON_PHOTOS} isComplete={false}>
    {() => (
      <div className={styles.link}>
        <SkeletonBlock className={styles.picture} />
        <div className={styles.caption} />
      </div>
    )}
  </PhotoLayout>
);
