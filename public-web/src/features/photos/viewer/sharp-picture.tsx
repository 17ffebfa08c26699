import type { PictureView } from '@portfolio/contracts';
import { Picture, sourceSet } from '@portfolio/ui/picture';
import { useState, type SyntheticEvent } from 'react';
import styles from './viewer.module.css';

/** Rendition by its width in pixels (0: unknown), and `sizes` that make browsers choose it. */
interface Choice {
  pixels: number;
  sizes: string;
}

interface SharpPictureProps {
  picture: PictureView;
  first: Choice;
  /** Shown without a fade. */
  priority: boolean;
  /** Present width in CSS pixels; 0 while unknown. */
  width: number;
  /** The first rendition failed to load. */
  onFail: () => void;
}

/** The picture with the renditions that only the viewer shows. */
const inViewer = (picture: PictureView) => ({
  ...picture,
  renditions: [...picture.renditions, ...(picture.viewer_renditions ?? [])],
});

/**
 * The smallest rendition with a pixel for each of the screen's, or else the largest.
 *
 * @param width of the picture in CSS pixels; 0 while unknown
 */
export function pickRendition(picture: PictureView, width: number, density = window.devicePixelRatio): Choice {
  const { renditions } = inViewer(picture);
  const widths = renditions.filter(({ format }) => format === renditions[0]?.format).map((one) => one.width);
  const pixels = width ? (widths.find((one) => one >= width * density) ?? Math.max(0, ...widths)) : 0;
  return { pixels, sizes: `${(pixels / density).toFixed(2)}px` };
}

/**
 * A picture in the rendition for its size. A sharper one replaces it, without a flicker, once it is decoded: in HDR where
 * picture and display have it.
 */
export function SharpPicture({ picture, first, priority, width, onFail }: SharpPictureProps) {
  const [shown, setShown] = useState(first);
  const wanted = pickRendition(picture, width);
  const hdr = picture.viewer_renditions?.filter(({ format }) => format === 'hdr.jpeg') ?? [];
  const layers = wanted.pixels > shown.pixels ? [shown, wanted] : [shown];

  const onLoad = async (event: SyntheticEvent) => {
    await (event.target as HTMLImageElement).decode?.();
    setShown(wanted);
  };
  return layers.map((layer) => {
    const isLoading = layer !== shown;
    return (
      <div
        key={layer.sizes}
        className={styles.layer}
        aria-hidden={isLoading || undefined}
        data-loading={isLoading || undefined}
        onLoadCapture={isLoading ? (event) => void onLoad(event).catch(() => undefined) : undefined}
        onErrorCapture={isLoading ? undefined : onFail}
      >
        <Picture
          // Without a width, the page's rendition.
          picture={layer.pixels ? inViewer(picture) : picture}
          sizes={layer.sizes}
          priority={priority && !isLoading}
          loading="eager"
        >
          {layer.pixels > 0 && hdr.length > 0 && (
            <source media="(dynamic-range: high)" type="image/jpeg" srcSet={sourceSet(hdr)} sizes={layer.sizes} />
          )}
        </Picture>
      </div>
    );
  });
}
