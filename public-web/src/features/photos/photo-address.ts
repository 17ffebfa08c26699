import type { PhotoView } from '@portfolio/contracts';

/** Address of a photo's page, in the context of a gallery. */
export const photoAddress = ({ id }: PhotoView, gallery?: { slug: string }): string =>
  `/photo/${id}${gallery ? `?gallery=${encodeURIComponent(gallery.slug)}` : ''}`;
