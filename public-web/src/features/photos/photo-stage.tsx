import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { factor, FULL_WIDTH } from '@portfolio/ui/photo-layout/full-width';
import { SkeletonBlock } from '../../app/components/loading.tsx';
import { preloadViewer } from './lazy-viewer.tsx';
import styles from './photo-stage.module.css';
import { useSwipe } from './use-swipe.ts';
import type { Side } from './viewer/swipe.ts';

interface PhotoStageProps {
  photo: PhotoView;
  isInViewer: boolean;
  onView: () => void;
  onTurn: (side: Side) => void;
  onTouch: () => void;
  /** Links to the neighbours, at the sides of the picture. */
  children: ReactNode;
}

/** Width in CSS pixels and aspect ratio; those of most photos while unknown. */
export function shapeOf({ width, height }: Pick<PhotoView, 'width' | 'height'>) {
  const known = width && height ? { width, height } : { width: 1_600, height: 1_067 };
  return { width: known.width, ratio: known.width / known.height };
}

/** `sizes` of a photo on its page, as in photo-stage.module.css, in `vh` (see full-width.ts). */
export function stageSizes(photo: PhotoView): string {
  const { width, ratio } = shapeOf(photo);
  const most = `${factor(ratio)} * max(10rem, 100vh - 9.5rem), ${width}px`;
  return `(min-width: 48rem) min(${FULL_WIDTH}, ${most}), min(100vw, ${most})`;
}

export const shapeStyle = ({ width, ratio }: ReturnType<typeof shapeOf>) =>
  ({ '--ratio': ratio.toFixed(4), '--width': `${width}px` }) as CSSProperties;

/** The photo, as large as viewport and file allow. Opens the viewer. */
export function PhotoStage({ photo, isInViewer, onView, onTurn, onTouch, children }: PhotoStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  useSwipe(stage, onTurn, onTouch);

  return (
    <div className={styles.stage}>
      {/* Without `data-transition`, CSS hides the picture: the open viewer shows it. */}
      <div
        ref={stage}
        className={styles.photo}
        style={shapeStyle(shapeOf(photo))}
        data-transition={isInViewer ? undefined : 'photo'}
      >
        <Picture key={photo.id} picture={photo} sizes={stageSizes(photo)} priority />
        <button
          type="button"
          className={styles.view}
          aria-label={`View full screen: ${photo.title}`}
          onClick={onView}
          onPointerEnter={preloadViewer}
          onPointerDown={preloadViewer}
          onFocus={preloadViewer}
        />
      </div>
      {children}
    </div>
  );
}

export const PhotoStageSkeleton = () => (
  <div className={styles.stage}>
    <div className={styles.photo} style={shapeStyle(shapeOf({ width: null, height: null }))}>
      <SkeletonBlock height="100%" />
    </div>
  </div>
);
