import type { PhotoNeighboursView, PhotoView } from '@portfolio/contracts';
import { Icon, type IconName } from '@portfolio/ui/icon';
import type { ReactNode } from 'react';
import styles from './viewer.module.css';
import { ZOOM } from './zoom.ts';

interface ViewerBarProps {
  title: string;
  position: PhotoNeighboursView | null | undefined;
  percent: number;
  share: ReactNode;
  onZoom: (direction: 1 | -1) => void;
  onReset: () => void;
  onTurn: (to: PhotoView | null) => void;
  onClose: () => void;
}

/** Title and controls of the viewer. */
export function ViewerBar({ title, position, percent, share, onZoom, onReset, onTurn, onClose }: ViewerBarProps) {
  return (
    <>
      <div className={styles.head}>
        <p className={styles.caption} aria-live="polite">
          <span className={styles.title} dir="auto">
            {title}
          </span>
          {position && (
            <span className={styles.position} lang="en">
              {position.place} of {position.total}
            </span>
          )}
        </p>
        {share}
        <Control label="Close" icon="close" onClick={onClose} autofocus />
      </div>
      <div className={styles.foot} lang="en">
        {position && (
          <Control
            label="Previous photo"
            icon="previous"
            off={!position.previous}
            onClick={() => onTurn(position.previous)}
          />
        )}
        <div className={styles.zoom} role="group" aria-label="Zoom">
          <Control label="Zoom out" icon="minus" off={percent <= ZOOM.min * 100} onClick={() => onZoom(-1)} />
          <output className={styles.percent} aria-live="polite">
            {percent}%
          </output>
          <Control label="Zoom in" icon="plus" off={percent >= ZOOM.max * 100} onClick={() => onZoom(1)} />
          <button type="button" className={styles.control} title="Reset zoom" onClick={onReset}>
            <Icon name="fit" />
            <span className={styles.label}>Reset zoom</span>
          </button>
        </div>
        {position && (
          <Control label="Next photo" icon="next" off={!position.next} onClick={() => onTurn(position.next)} />
        )}
      </div>
    </>
  );
}

interface ControlProps {
  label: string;
  icon: IconName;
  /** Disabled, but not by `disabled`, which would lose the focus. */
  off?: boolean;
  autofocus?: boolean;
  onClick: () => void;
}

function Control({ label, icon, off = false, autofocus, onClick }: ControlProps) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={label}
      lang="en"
      title={label}
      aria-disabled={off || undefined}
      data-autofocus={autofocus}
      onClick={off ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
