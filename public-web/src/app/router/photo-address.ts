import type { PhotoView } from '@portfolio/contracts';

/** Address of a photo's page, in the context of a gallery. */
export const photoAddress = ({ id }: PhotoView, slug?: string): string =>
  `/photo/${id}${slug ? `?gallery=${encodeURIComponent(slug)}` : ''}`;
