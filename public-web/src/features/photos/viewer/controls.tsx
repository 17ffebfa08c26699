import type { PhotoView } from '@portfolio/contracts';
import { Icon, type IconName } from '@portfolio/ui/icon';
import type { MouseEvent } from 'react';
import { ShareButton } from '../share-button.tsx';
import styles from './controls.module.css';
import type { Side } from './swipe.ts';
import type { GalleryPosition } from './use-gallery-photos.ts';
import { ZOOM } from './zoom.ts';

interface ControlsProps {
  photo: PhotoView;
  position: GalleryPosition | undefined;
  percent: number;
  isPlaying: boolean;
  isInfoOpen: boolean;
  isFullscreen: boolean;
  onTogglePlay: () => void;
  onToggleInfo: () => void;
  /** Undefined where the browser has no full screen. */
  onToggleFullscreen: (() => void) | undefined;
  onZoom: (direction: 1 | -1) => void;
  onReset: () => void;
  onTurn: (side: Side) => void;
  onClose: () => void;
}

/** A click leaves the focus where it is, so that Space still starts the slideshow. Input fields still receive it. */
const keepFocus = (event: MouseEvent) => {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
};

/** Caption and controls of the viewer, over the picture. */
export function Controls(props: ControlsProps) {
  const { photo, position, percent, isPlaying, isInfoOpen, isFullscreen } = props;
  const { onTogglePlay, onToggleInfo, onToggleFullscreen, onZoom, onReset, onTurn, onClose } = props;
  return (
    <div className={styles.controls} onMouseDown={keepFocus}>
      <div className={styles.head}>
        {position && (
          <p className={`${styles.counter} ${styles.chrome}`} lang="en">
            {position.place} of {position.total}
          </p>
        )}
        {position && position.total > 1 && (
          // It stays while the slideshow runs.
          <div className={`${styles.group} ${styles.chrome}`} data-stays={isPlaying || undefined}>
            <Control
              label={isPlaying ? 'Pause slideshow' : 'Start slideshow'}
              icon={isPlaying ? 'pause' : 'play'}
              onClick={onTogglePlay}
            />
          </div>
        )}
        <div className={`${styles.group} ${styles.chrome}`}>
          <Control label="Information" icon="info" isPressed={isInfoOpen} onClick={onToggleInfo} />
          {onToggleFullscreen && (
            <Control label="Full screen" icon="fullscreen" isPressed={isFullscreen} onClick={onToggleFullscreen} />
          )}
          <ShareButton key={photo.id} photo={photo} />
          <Control label="Close" icon="close" onClick={onClose} />
        </div>
      </div>
      {position && (
        <>
          <div className={`${styles.previous} ${styles.group} ${styles.chrome}`}>
            <Control
              label="Previous photo"
              icon="previous"
              isDisabled={!position.previous}
              onClick={() => onTurn('previous')}
            />
          </div>
          <div className={`${styles.next} ${styles.group} ${styles.chrome}`}>
            <Control label="Next photo" icon="next" isDisabled={!position.next} onClick={() => onTurn('next')} />
          </div>
        </>
      )}
      <div className={styles.foot}>
        <p className={`${styles.caption} ${styles.chrome}`} dir="auto">
          {photo.title}
        </p>
        <div className={`${styles.group} ${styles.chrome}`} role="group" aria-label="Zoom" lang="en">
          <Control label="Zoom out" icon="minus" isDisabled={percent <= ZOOM.min * 100} onClick={() => onZoom(-1)} />
          <output className={styles.percent} aria-live="polite">
            {percent}%
          </output>
          <Control label="Zoom in" icon="plus" isDisabled={percent >= ZOOM.max * 100} onClick={() => onZoom(1)} />
          <button type="button" className={styles.control} title="Reset zoom" onClick={onReset}>
            <Icon name="fit" />
            <span className={styles.label}>Reset zoom</span>
          </button>
        </div>
      </div>
    </div>
  );
}

interface ControlProps {
  label: string;
  icon: IconName;
  /** State of a switch. */
  isPressed?: boolean;
  /** Disabled, but not by `disabled`, which would lose the focus. */
  isDisabled?: boolean;
  onClick: () => void;
}

const Control = ({ label, icon, isPressed, isDisabled = false, onClick }: ControlProps) => (
  <button
    type="button"
    className={styles.control}
    aria-label={label}
    lang="en"
    title={label}
    aria-pressed={isPressed}
    aria-disabled={isDisabled || undefined}
    onClick={isDisabled ? undefined : onClick}
  >
    <Icon name={icon} />
  </button>
);
