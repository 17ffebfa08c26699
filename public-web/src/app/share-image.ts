import type { PictureView, RenditionView } from '@portfolio/contracts';

/** Pixels of the long edge below which the large networks show a picture small or not at all. */
const LARGE = 1_080;

/** The rendition to show where a page is shared: the smallest large JPEG, a format that every reader of share tags knows. */
export function shareImage(picture: PictureView): RenditionView | undefined {
  const jpegs = picture.renditions.filter(({ format }) => format === 'jpeg');
  return jpegs.find(({ width, height }) => Math.max(width, height) >= LARGE) ?? jpegs.at(-1);
}
