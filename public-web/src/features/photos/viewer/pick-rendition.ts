import type { PictureView } from '@portfolio/contracts';

/**
 * The smallest rendition with a pixel for each of the screen's, or else the largest.
 *
 * @param width CSS pixels that the picture is wide; 0 where it is not known
 * @returns `pixels` is its width; `sizes`, as in the attribute of that name, makes browsers choose it
 */
export function pickRendition({ renditions }: PictureView, width: number, density = window.devicePixelRatio) {
  const widths = renditions.filter(({ format }) => format === renditions[0]?.format).map((one) => one.width);
  const pixels = width ? (widths.find((one) => one >= width * density) ?? Math.max(0, ...widths)) : 0;
  return { pixels, sizes: `${(pixels / density).toFixed(2)}px` };
}
