import type { PhotoView } from '@portfolio/contracts';
import type { CSSProperties, Ref } from 'react';
import { factor } from '../../../app/components/full-width.ts';
import { stageSizes } from '../photo-stage.tsx';
import { SharpPicture } from './sharp-picture.tsx';
import styles from './viewer.module.css';

interface SlideProps {
  photo: PhotoView;
  /** -1 before the shown photo, 0 for the shown one, 1 after it. */
  side: number;
  /** Of the shown photo's picture. */
  ref: Ref<HTMLDivElement> | undefined;
  /** Whether the picture may load. */
  isLoading: boolean;
  /** CSS pixels of the shown picture's width, with its zoom; 0 while unknown. */
  width: number;
  /** Changes for another attempt to load it. */
  attempt: number;
  onLoad: () => void;
  onFail: () => void;
}

/** `sizes` of a whole picture in the viewer, as in viewer.module.css. */
export function fittedSizes({ width, height }: PhotoView): string {
  const ratio = width && height ? width / height : 1.5;
  return `min(100vw, ${factor(ratio)} * 100svh, ${width ?? 1_600}px)`;
}

/** A photo of the track: the shown one, or a neighbour that a swipe brings in. */
export function Slide({ photo, side, ref, isLoading, width, attempt, onLoad, onFail }: SlideProps) {
  const pixels = photo.width ?? 1_600;
  const ratio = pixels / (photo.height ?? 1_067);
  const isShown = side === 0;
  return (
    <div
      className={styles.slide}
      style={{ '--side': side, '--ratio': ratio.toFixed(4), '--width': `${pixels}px` } as CSSProperties}
      aria-hidden={!isShown || undefined}
    >
      <div ref={ref} className={styles.picture} data-transition={isShown ? 'photo' : undefined} onLoadCapture={onLoad}>
        {isLoading && (
          <SharpPicture
            key={attempt}
            picture={photo}
            // The shown photo starts with the rendition that its page has loaded.
            sizes={isShown ? stageSizes(photo) : fittedSizes(photo)}
            priority={isShown}
            width={isShown ? width : 0}
            onFail={onFail}
          />
        )}
      </div>
    </div>
  );
}
