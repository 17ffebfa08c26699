import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import type { CSSProperties, RefObject } from 'react';
import { PageLink } from '../../app/page-link.tsx';
import { showCount } from '../../app/show.ts';
import styles from './photo-wall.module.css';
import { FULL_WIDTH } from './widths.ts';

/** Pictures that are probably in view when the page opens. */
const IN_VIEW = 3;
/** Height of a row before it is stretched to the full width, as in the styles. */
const ROW = 'clamp(13rem, 21vw, 22rem)';
/** By how much a row is stretched, in practice. */
const STRETCH = 1.35;

/** A picture's width for a height of 1. */
const ratioOf = ({ width, height }: PhotoView) => (width && height ? width / height : 1.5);

const sizesOf = (ratio: number) => `min(${FULL_WIDTH}, calc(${(ratio * STRETCH).toFixed(2)} * ${ROW}))`;

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
  return (
    <ul className={styles.wall} ref={list}>
      {photos.map((photo, index) => (
        <li key={photo.id} className={styles.tile} style={{ '--ratio': ratioOf(photo).toFixed(4) } as CSSProperties}>
          <PageLink to={`/photo/${photo.id}?gallery=${encodeURIComponent(slug)}`} className={styles.link}>
            <Picture
              picture={photo}
              sizes={sizesOf(ratioOf(photo))}
              priority={index === 0}
              eager={index < IN_VIEW}
              className={styles.picture}
            />
            <span className={styles.caption}>
              <span className={styles.title}>{photo.title}</span>
              <span className={styles.comments}>{showCount(photo.comment_count, 'comment')}</span>
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
