import type { PhotoNeighboursView, PhotoView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useModal } from '@portfolio/ui/use-modal';
import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import text from '../../../app/components/text.module.css';
import { useKeys } from '../use-keys.ts';
import { PanZoom, type Shown } from './pan-zoom.ts';
import { SharpPicture } from './sharp-picture.tsx';
import { ViewerBar } from './viewer-bar.tsx';
import styles from './viewer.module.css';

export interface ViewerProps {
  photo: PhotoView;
  /** In the gallery; absent without one. */
  position: PhotoNeighboursView | null | undefined;
  /** `sizes` of a photo on its page. */
  sizesOf: (photo: PhotoView) => string;
  share: ReactNode;
  onTurn: (photo: PhotoView) => void;
  onClose: () => void;
}

/** Full-screen viewer of a photo, with zoom, pan and the neighbours. */
export function Viewer({ photo, position, sizesOf, share, onTurn, onClose }: ViewerProps) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const panZoom = useRef<PanZoom>(null);
  const [shown, setShown] = useState<Shown>({ zoom: 1, width: 0 });
  /** Ids of the photos that loaded and failed last. */
  const [loadedId, setLoadedId] = useState(0);
  const [failedId, setFailedId] = useState(0);
  const [tries, setTries] = useState(0);

  const dialog = useModal(onClose);
  useLayoutEffect(() => {
    const onChange = (now: Shown) =>
      setShown((before) => (before.zoom === now.zoom && before.width === now.width ? before : now));
    panZoom.current = new PanZoom(stage.current!, picture.current!, onChange);
    return () => panZoom.current?.stop();
  }, []);
  useLayoutEffect(() => panZoom.current?.reset({ smooth: false }), [photo.id]);

  const zoom = (direction: 1 | -1) => panZoom.current?.step(direction);
  const reset = () => panZoom.current?.reset();
  const turn = (to: PhotoView | null | undefined) => to && onTurn(to);
  useKeys({
    '+': () => zoom(1),
    '=': () => zoom(1),
    '-': () => zoom(-1),
    '0': reset,
    ArrowLeft: () => turn(position?.previous),
    ArrowRight: () => turn(position?.next),
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
          onLoadCapture={() => setLoadedId(photo.id)}
        >
          <SharpPicture
            key={`${photo.id}/${tries}`}
            picture={photo}
            sizes={sizesOf(photo)}
            width={shown.width * shown.zoom}
            onFail={() => setFailedId(photo.id)}
          />
        </div>
      </div>
      {failedId === photo.id && (
        <div className={styles.failure} role="alert" lang="en">
          <p>The picture could not be loaded.</p>
          <button
            type="button"
            className={text.framed}
            onClick={() => {
              setFailedId(0);
              setTries(tries + 1);
            }}
          >
            Try Again
          </button>
        </div>
      )}
      <ViewerBar
        title={photo.title}
        position={position}
        percent={Math.round(shown.zoom * 100)}
        share={share}
        onZoom={zoom}
        onReset={reset}
        onTurn={turn}
        onClose={onClose}
      />
      {loadedId === photo.id && (
        <div hidden>
          {[position?.previous, position?.next].map(
            (one) => one && <Picture key={one.id} picture={one} sizes={sizesOf(one)} eager />,
          )}
        </div>
      )}
    </dialog>
  );
}
