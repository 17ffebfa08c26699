import type { PhotoView } from '@portfolio/contracts';

/** The page of a photo, as opened from a gallery. */
export const photoAddress = ({ id }: PhotoView, gallery?: { slug: string }): string =>
  `/photo/${id}${gallery ? `?gallery=${encodeURIComponent(gallery.slug)}` : ''}`;
