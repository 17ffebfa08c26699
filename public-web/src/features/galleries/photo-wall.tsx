import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import type { CSSProperties, RefObject } from 'react';
import { showCount } from '../../app/components/format.tsx';
import { SkeletonBlock } from '../../app/components/loading.tsx';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './photo-wall.module.css';
import { aloneSizes, approximateSizes, wallSizes } from './wall-sizes.ts';

/** Pictures probably in view at first. */
const IN_VIEW = 4;
const ratioOf = ({ width, height }: PhotoView) => (width && height ? width / height : 1.5);
const tileStyle = (ratio: number) => ({ '--ratio': ratio.toFixed(4) }) as CSSProperties;

/** Sizes of the last walls, whose photos change less often than their texts. */
const computed = new Map<string, string[]>();
const MAX_COMPUTED = 50;

function sizesOf(ratios: number[]): string[] {
  const key = ratios.join();
  const known = computed.get(key);
  if (known) return known;
  const sizes = ratios.map((ratio, index) =>
    ratios.length === 1 ? aloneSizes(ratio) : (index < IN_VIEW ? wallSizes : approximateSizes)(ratios, index),
  );
  if (computed.size >= MAX_COMPUTED) computed.clear();
  computed.set(key, sizes);
  return sizes;
}

interface PhotoWallProps {
  photos: PhotoView[];
  slug: string;
  list?: RefObject<HTMLUListElement | null>;
  /** Below a cover in the whole window: no photo is in view at first. */
  isBelowCover?: boolean;
}

/** Photos in rows of equal height that fill the width. The layout is CSS alone, so it needs no script. */
export function PhotoWall({ photos, slug, list, isBelowCover = false }: PhotoWallProps) {
  const sizes = sizesOf(photos.map(ratioOf));
  return (
    <ul className={styles.wall} ref={list}>
      {photos.map((photo, index) => (
        <li key={photo.id} className={styles.tile} style={tileStyle(ratioOf(photo))}>
          <PageLink
            // Back to gallery leads here.
            id={`photo-${photo.id}`}
            to={`/photo/${photo.id}?gallery=${encodeURIComponent(slug)}`}
            className={styles.link}
          >
            <Picture
              // The caption has the title: without an alternative text the picture is decorative.
              picture={{ ...photo, title: '' }}
              sizes={sizes[index] ?? ''}
              priority={index === 0 && !isBelowCover}
              early={index < IN_VIEW && !isBelowCover}
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
        </li>
      ))}
    </ul>
  );
}

/** Aspect ratios of an ordinary gallery. */
const SKELETON_RATIOS = [1.5, 0.6667, 1.5, 1.3333, 1.5, 0.6667, 1.5, 1.5];

export const PhotoWallSkeleton = () => (
  <div className={styles.wall}>
    {SKELETON_RATIOS.map((ratio, index) => (
      <div key={index} className={styles.tile} style={tileStyle(ratio)}>
        <SkeletonBlock className={styles.picture} />
        <div className={styles.captionSkeleton} />
      </div>
    ))}
  </div>
);
