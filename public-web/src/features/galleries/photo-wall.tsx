import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import type { CSSProperties, RefObject } from 'react';
import { FULL_WIDTH } from '../../app/full-width.ts';
import { PageLink } from '../../app/page-link.tsx';
import { showCount } from '../../app/show.ts';
import styles from './photo-wall.module.css';
import { wallSizes } from './wall-sizes.ts';

/** Pictures that are probably in view when the page opens. */
const IN_VIEW = 4;
/** Height of a row before it is stretched to the full width, as in the styles. */
const ROW = 'clamp(13rem, 21vw, 22rem)';
/** By how much a row is stretched, in practice. */
const STRETCH = 1.35;

/** A picture's width for a height of 1. */
const ratioOf = ({ width, height }: PhotoView) => (width && height ? width / height : 1.5);

/** For pictures that are fetched late, in browsers that do not look at the layout then. */
const sizesOf = (ratio: number) => `min(${FULL_WIDTH}, calc(${(ratio * STRETCH).toFixed(2)} * ${ROW}))`;

/** What hangs alone hangs large. */
const aloneSizes = (ratio: number) => `min(${FULL_WIDTH}, calc(${ratio.toFixed(2)} * max(34rem, 80svh)))`;

export interface PhotoWallProps {
  photos: PhotoView[];
  /** The gallery's. */
  slug: string;
  list?: RefObject<HTMLUListElement | null>;
}

/**
 * The photos of a gallery in reading order, in rows that fill the width, all of one height within a row.
 *
 * The rows are made by CSS alone: each tile grows in proportion to its picture's ratio, and so all by the same factor.
 * They are right before any script has run, at every width of the window.
 */
export function PhotoWall({ photos, slug, list }: PhotoWallProps) {
  const ratios = photos.map(ratioOf);
  const sizesAt = (ratio: number, index: number) => {
    if (photos.length === 1) return aloneSizes(ratio);
    return index < IN_VIEW ? wallSizes(ratios, index) : sizesOf(ratio);
  };
  return (
    <ul className={styles.wall} ref={list}>
      {photos.map((photo, index) => (
        <li key={photo.id} className={styles.tile} style={{ '--ratio': ratioOf(photo).toFixed(4) } as CSSProperties}>
          <PageLink to={`/photo/${photo.id}?gallery=${encodeURIComponent(slug)}`} className={styles.link}>
            <Picture
              // The title stands under it: a picture without words of its own is not announced by it as well.
              picture={{ ...photo, title: '' }}
              sizes={sizesAt(ratioOf(photo), index)}
              priority={index === 0}
              early={index < IN_VIEW}
              className={styles.picture}
            />
            <span className={styles.caption}>
              <span className={styles.title} dir="auto">
                {photo.title}
              </span>
              <span className={styles.comments}>{showCount(photo.comment_count, 'comment')}</span>
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
