import type { PictureView, RenditionFormat, RenditionView } from '@portfolio/contracts';
import type { CSSProperties, ReactNode } from 'react';
import { preload } from 'react-dom';
import styles from './picture.module.css';
import { placeholderImage } from './placeholder.ts';

type FocalPoint = Pick<PictureView, 'focus_x' | 'focus_y'>;

interface PictureProps {
  /** An absent focal point is the centre. */
  picture: Omit<PictureView, keyof FocalPoint> & Partial<FocalPoint>;
  /** The `sizes` attribute. */
  sizes: string;
  /** Main picture of the page: preloaded, and shown without a fade. */
  priority?: boolean;
  /** `high` for the first pictures of the page, which then load eagerly. */
  fetchPriority?: 'high' | undefined;
  /** `eager` starts at once, `lazy` near the viewport. */
  loading?: 'eager' | 'lazy';
  className?: string | undefined;
  /** `<source>` elements that a browser prefers. */
  children?: ReactNode;
}

const FORMATS = ['avif', 'webp', 'jpeg'] as const satisfies RenditionFormat[];

/** `srcset` of renditions in one format. */
export const sourceSet = (renditions: RenditionView[]) =>
  renditions.map(({ url, width }) => `${url} ${width}w`).join(', ');

/** Style of an `<img>` that is cropped, for its focal point. */
export const focalPointStyle = ({ focus_x: x, focus_y: y }: FocalPoint): CSSProperties => ({
  objectPosition: `${x * 100}% ${y * 100}%`,
});

/** Responsive `<picture>` over its placeholder; nothing without renditions. Its frame may crop it around its focal point. */
export function Picture({
  picture,
  sizes,
  priority,
  fetchPriority = priority ? 'high' : undefined,
  loading = fetchPriority ? 'eager' : 'lazy',
  className,
  children,
}: PictureProps) {
  const sets = FORMATS.map((format) => ({
    type: `image/${format}`,
    renditions: picture.renditions.filter((rendition) => rendition.format === format),
  })).filter(({ renditions }) => renditions.length > 0);
  const best = sets[0];
  const fallback = sets.at(-1);
  const largest = fallback?.renditions.at(-1);
  if (!best || !fallback || !largest) return null;

  const image = picture.placeholder ? placeholderImage(picture.placeholder) : undefined;
  // On the server only: a browser may have a larger rendition of the previous page already.
  if (priority && typeof document === 'undefined') {
    // React puts a preload before the styles and scripts of the head.
    preload(middle(best.renditions).url, {
      as: 'image',
      type: best.type,
      imageSrcSet: sourceSet(best.renditions),
      imageSizes: sizes,
      fetchPriority: 'high',
    });
  }
  return (
    <picture
      className={className ? `${styles.picture} ${className}` : styles.picture}
      style={
        {
          backgroundImage: image && `url(${image})`,
          '--focus-x': picture.focus_x,
          '--focus-y': picture.focus_y,
        } as CSSProperties
      }
    >
      {children}
      {sets.slice(0, -1).map(({ type, renditions }) => (
        <source key={type} type={type} srcSet={sourceSet(renditions)} sizes={sizes} />
      ))}
      <img
        ref={priority ? undefined : fadeIn}
        className={styles.image}
        src={middle(fallback.renditions).url}
        srcSet={sourceSet(fallback.renditions)}
        sizes={sizes}
        width={picture.width ?? largest.width}
        height={picture.height ?? largest.height}
        alt={picture.alt_text || picture.title}
        loading={loading}
        decoding={priority ? 'sync' : 'async'}
        fetchPriority={fetchPriority}
      />
    </picture>
  );
}

/** The rendition for browsers without `srcset`. */
const middle = (renditions: RenditionView[]) => renditions[Math.floor(renditions.length / 2)]!;

/** Ref that fades in an image that loads after hydration. A loaded one stays as it is and doesn't flicker. */
function fadeIn(image: HTMLImageElement | null): void {
  if (!image || image.complete) return;
  image.dataset['loading'] = '';
  const show = () => delete image.dataset['loading'];
  image.addEventListener('load', show, { once: true });
  image.addEventListener('error', show, { once: true });
}
