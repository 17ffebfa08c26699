import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import type { CSSProperties, RefObject } from 'react';
import { PageLink } from '../../app/router/page-link.tsx';
import { showCount } from '../../app/components/format.tsx';
import styles from './photo-wall.module.css';
import { aloneSizes, usualSizes, wallSizes } from './wall-sizes.ts';

/** Pictures that are probably in view when the page opens. */
const IN_VIEW = 4;
/** A picture's width for a height of 1. */
const ratioOf = ({ width, height }: PhotoView) => (width && height ? width / height : 1.5);

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
    return (index < IN_VIEW ? wallSizes : usualSizes)(ratios, index);
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
