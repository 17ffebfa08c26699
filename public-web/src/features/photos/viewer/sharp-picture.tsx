import type { PictureView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { useState, type SyntheticEvent } from 'react';
import { pickRendition } from './pick-rendition.ts';
import styles from './viewer.module.css';

export interface SharpPictureProps {
  picture: PictureView;
  /** How wide it was shown on the page, as in `sizes`: that rendition is there already. */
  sizes: string;
  /** CSS pixels that it is wide now; 0 until it is known. */
  width: number;
  /** Not even the first rendition came. */
  onFail: () => void;
}

/**
 * A picture in the rendition that its size asks for. A sharper one takes its place when it is ready to be painted, so
 * that nothing flickers, and a less sharp one never does.
 */
export function SharpPicture({ picture, sizes, width, onFail }: SharpPictureProps) {
  const [shown, setShown] = useState({ sizes, pixels: 0 });
  const wanted = pickRendition(picture, width);
  const layers = wanted.pixels > shown.pixels ? [shown, wanted] : [shown];

  const onArrival = async (event: SyntheticEvent) => {
    // A picture that cannot be decoded is none that one would want to see.
    await (event.target as HTMLImageElement).decode?.();
    setShown(wanted);
  };
  return layers.map((layer) => {
    const isWaiting = layer !== shown;
    return (
      <div
        key={layer.sizes}
        className={styles.layer}
        aria-hidden={isWaiting || undefined}
        data-waiting={isWaiting || undefined}
        onLoadCapture={isWaiting ? (event) => void onArrival(event).catch(() => undefined) : undefined}
        onErrorCapture={shown.pixels || isWaiting ? undefined : onFail}
      >
        <Picture picture={picture} sizes={layer.sizes} eager />
      </div>
    );
  });
}
