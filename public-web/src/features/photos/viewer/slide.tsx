import type { PhotoView } from '@portfolio/contracts';
import type { CSSProperties, Ref } from 'react';
import { shapeOf, shapeStyle, stageSizes } from '../photo-stage.tsx';
import { pickRendition, SharpPicture } from './sharp-picture.tsx';
import styles from './viewer.module.css';

interface SlideProps {
  photo: PhotoView;
  /** -1 before the shown photo, 0 for the shown one, 1 after it. */
  side: number;
  /** Of the shown photo's picture. */
  ref: Ref<HTMLDivElement> | undefined;
  /** Opened from its page, which has loaded a rendition. */
  isOpened: boolean;
  /** Whether the picture may load. */
  mayLoad: boolean;
  /** CSS pixels of the shown picture's width, with its zoom; 0 while unknown. */
  width: number;
  /** Number of the attempt to load it; a change loads it again. */
  attempt: number;
  onLoad: () => void;
  onFail: () => void;
}

/** A photo of the track: the shown one, or a neighbour that a swipe brings in. */
export function Slide({ photo, side, ref, isOpened, mayLoad, width, attempt, onLoad, onFail }: SlideProps) {
  const shape = shapeOf(photo);
  const isShown = side === 0;
  /** Width of the fitted picture, as `.picture` of viewer.module.css. */
  const fitted = Math.min(window.innerWidth, window.innerHeight * shape.ratio, shape.width);
  return (
    <div
      className={styles.slide}
      style={{ '--side': side, ...shapeStyle(shape) } as CSSProperties}
      aria-hidden={!isShown || undefined}
    >
      <div ref={ref} className={styles.picture} data-transition={isShown ? 'photo' : undefined} onLoadCapture={onLoad}>
        {mayLoad && (
          <SharpPicture
            key={attempt}
            picture={photo}
            first={isOpened ? { sizes: stageSizes(photo), pixels: 0 } : pickRendition(photo, fitted)}
            priority={isShown}
            width={isShown ? width : 0}
            onFail={onFail}
          />
        )}
      </div>
    </div>
  );
}
