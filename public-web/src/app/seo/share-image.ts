import type { PictureView, RenditionView } from '@portfolio/contracts';

/** Pixels of the long edge that the large networks ask for: the worker makes a JPEG of just that size. */
const LARGE = 1_200;

/** The rendition to show where a page is shared: the smallest large JPEG, a format that every reader of share tags knows. */
export function shareImage(picture: PictureView): RenditionView | undefined {
  const jpegs = picture.renditions.filter(({ format }) => format === 'jpeg');
  return jpegs.find(({ width, height }) => Math.max(width, height) >= LARGE) ?? jpegs.at(-1);
}
