import type { PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useEffect, useRef, type CSSProperties } from 'react';
import { factor, FULL_WIDTH } from '../../app/components/full-width.ts';
import styles from './photo-stage.module.css';
import { useSwipe } from './use-swipe.ts';
import { viewerCode } from './viewer-code.ts';

export interface PhotoStageProps {
  photo: PhotoView;
  /** The viewer lies over the page; when it goes away, the focus comes back here. */
  isInViewer: boolean;
  onView: () => void;
  onTurn: (side: 'previous' | 'next') => void;
  /** A finger moves over the picture. */
  onTouch: () => void;
}

/** CSS pixels of a photo, or of most photos while its own are not known. */
export function shapeOf({ width, height }: Pick<PhotoView, 'width' | 'height'>) {
  const known = width && height ? { width, height } : { width: 1_600, height: 1_067 };
  return { width: known.width, ratio: known.width / known.height };
}

/** How wide a photo is on its page, as in the `sizes` attribute; photo-stage.module.css says the same. */
export function stageSizes(photo: PhotoView): string {
  const { width, ratio } = shapeOf(photo);
  const most = `${factor(ratio)} * (100svh - 8.5rem), ${width}px`;
  return `(min-width: 48rem) min(${FULL_WIDTH}, ${most}), min(100vw, ${most})`;
}

/** What a stage is styled by. */
export const stageStyle = ({ width, ratio }: ReturnType<typeof shapeOf>) =>
  ({ '--ratio': ratio.toFixed(4), '--width': `${width}px` }) as CSSProperties;

/** The picture itself, as large as the window allows and never larger than it is. */
export function PhotoStage({ photo, isInViewer, onView, onTurn, onTouch }: PhotoStageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasInViewer = useRef(isInViewer);
  useSwipe(stage, onTurn, onTouch);
  useEffect(() => {
    if (wasInViewer.current && !isInViewer) button.current?.focus({ preventScroll: true });
    wasInViewer.current = isInViewer;
  }, [isInViewer]);

  return (
    <div className={styles.stage}>
      {/* In the viewer's change of photos the picture under it has no part. */}
      <div
        ref={stage}
        className={styles.place}
        style={stageStyle(shapeOf(photo))}
        data-carried={isInViewer ? undefined : 'photo'}
      >
        <Picture key={photo.id} picture={photo} sizes={stageSizes(photo)} priority />
        <button
          ref={button}
          type="button"
          className={styles.view}
          aria-label={`View full screen: ${photo.title}`}
          onClick={onView}
          onPointerEnter={viewerCode.warm}
          onPointerDown={viewerCode.warm}
          onFocus={viewerCode.warm}
        />
      </div>
    </div>
  );
}
