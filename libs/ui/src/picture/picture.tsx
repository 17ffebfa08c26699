import type { PictureView, RenditionFormat, RenditionView } from '@portfolio/contracts';
import { preload } from 'react-dom';
import { fadeIn } from './fade-in.ts';
import styles from './picture.module.css';
import { placeholderImage } from './placeholder.ts';

export interface PictureProps {
  picture: PictureView;
  /** How wide it is shown, as in the `sizes` attribute: by it the browser picks a rendition. */
  sizes: string;
  /** For the one picture that a page opens with: fetched before everything else, and shown without a fade. */
  priority?: boolean;
  /** For one of the few pictures that a page opens with: which is the largest in view, only the window tells. */
  early?: boolean;
  /** For a picture that is fetched at once, in view or not. */
  eager?: boolean;
  className?: string | undefined;
}

const FORMATS = ['avif', 'webp', 'jpeg'] as const satisfies RenditionFormat[];

const sourceSet = (renditions: RenditionView[]) => renditions.map(({ url, width }) => `${url} ${width}w`).join(', ');

/**
 * Shows a picture in the best format and size for the window, with its place kept and its colours there from the start.
 *
 * Shows nothing while there are no renditions.
 */
export function Picture({
  picture,
  sizes,
  priority = false,
  early = priority,
  eager = early,
  className,
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
  // A lazy picture is laid out before it is fetched, so the browser can see its size for itself where it knows `auto`.
  const shownSizes = eager ? sizes : `auto, ${sizes}`;
  // In a browser the picture itself is as quick, and may be there already from the page before, in a larger size.
  if (priority && typeof document === 'undefined') {
    // Named so, and not by an element of its own, it stands before the styles and scripts in the head of the document.
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
      className={join(styles.picture, className)}
      style={image ? { backgroundImage: `url(${image})` } : undefined}
    >
      {sets.slice(0, -1).map(({ type, renditions }) => (
        <source key={type} type={type} srcSet={sourceSet(renditions)} sizes={shownSizes} />
      ))}
      <img
        ref={priority ? undefined : fadeIn}
        className={styles.image}
        src={middle(fallback.renditions).url}
        srcSet={sourceSet(fallback.renditions)}
        sizes={shownSizes}
        width={picture.width ?? largest.width}
        height={picture.height ?? largest.height}
        alt={picture.alt_text || picture.title}
        loading={eager ? 'eager' : 'lazy'}
        decoding={priority ? 'sync' : 'async'}
        fetchPriority={early ? 'high' : undefined}
      />
    </picture>
  );
}

/** A fair size for a browser that knows no `srcset`. */
const middle = (renditions: RenditionView[]) =>
  renditions[Math.floor(renditions.length / 2)] ?? (renditions[0] as RenditionView);

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ');
