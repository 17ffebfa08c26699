import type { PhotoNeighboursView, PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { SharpPicture } from './sharp-picture.tsx';
import { useDialog } from './use-dialog.ts';
import { useKeys } from './use-keys.ts';
import { ViewerBar } from './viewer-bar.tsx';
import styles from './viewer.module.css';
import { PanZoom, type Shown } from './pan-zoom.ts';

export interface ViewerProps {
  photo: PhotoView;
  /** Where the photo stands in the gallery that it was opened from; absent where it is by itself. */
  place: PhotoNeighboursView | null | undefined;
  /** How wide a photo is on its page, as in `sizes`. */
  sizesOf: (photo: PhotoView) => string;
  /** The button that shares the photo. */
  share: ReactNode;
  /** Somebody wants to see a neighbour. */
  onTurn: (photo: PhotoView) => void;
  /** Somebody wants to leave. The owner then takes the viewer away. */
  onClose: () => void;
}

/** One photo on the whole screen: to be zoomed, moved, shared, and left for the next. */
export function Viewer({ photo, place, sizesOf, share, onTurn, onClose }: ViewerProps) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const zoomed = useRef<PanZoom>(null);
  const [shown, setShown] = useState<Shown>({ zoom: 1, width: 0 });
  /** How often each of these has happened to which photo. */
  const [arrived, setArrived] = useState(0);
  const [failed, setFailed] = useState(0);
  const [tries, setTries] = useState(0);

  const dialog = useDialog(onClose);
  useLayoutEffect(() => {
    const onChange = (now: Shown) =>
      setShown((before) => (before.zoom === now.zoom && before.width === now.width ? before : now));
    zoomed.current = new PanZoom(stage.current!, picture.current!, onChange);
    return () => zoomed.current?.stop();
  }, []);
  useLayoutEffect(() => zoomed.current?.reset({ smooth: false }), [photo.id]);

  const zoom = (direction: 1 | -1) => zoomed.current?.step(direction);
  const reset = () => zoomed.current?.reset();
  const turn = (to: PhotoView | null | undefined) => to && onTurn(to);
  useKeys({
    '+': () => zoom(1),
    '=': () => zoom(1),
    '-': () => zoom(-1),
    '0': reset,
    ArrowLeft: () => turn(place?.previous),
    ArrowRight: () => turn(place?.next),
  });

  const width = photo.width ?? 1_600;
  const ratio = width / (photo.height ?? 1_067);
  return (
    <dialog className={styles.viewer} aria-label={photo.title} {...dialog}>
      <div ref={stage} className={styles.stage}>
        <div
          ref={picture}
          className={styles.picture}
          style={{ '--ratio': ratio.toFixed(4), '--width': `${width}px` } as CSSProperties}
          onLoadCapture={() => setArrived(photo.id)}
        >
          <SharpPicture
            key={`${photo.id}/${tries}`}
            picture={photo}
            sizes={sizesOf(photo)}
            width={shown.width * shown.zoom}
            onFail={() => setFailed(photo.id)}
          />
        </div>
      </div>
      {failed === photo.id && (
        <div className={styles.failure} role="alert" lang="en">
          <p>The picture could not be loaded.</p>
          <button
            type="button"
            className={styles.retry}
            onClick={() => {
              setFailed(0);
              setTries(tries + 1);
            }}
          >
            Try Again
          </button>
        </div>
      )}
      <ViewerBar
        title={photo.title}
        place={place}
        percent={Math.round(shown.zoom * 100)}
        share={share}
        onZoom={zoom}
        onReset={reset}
        onTurn={turn}
        onClose={onClose}
      />
      {arrived === photo.id && (
        <div hidden>
          {[place?.previous, place?.next].map(
            (one) => one && <Picture key={one.id} picture={one} sizes={sizesOf(one)} eager />,
          )}
        </div>
      )}
    </dialog>
  );
}
