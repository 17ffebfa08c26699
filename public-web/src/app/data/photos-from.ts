import { GALLERY_PART } from '@portfolio/ui/photo-layout/part';

/** Part of a gallery's photos from a cursor on; the first has about 25 kB, compressed. Wall and viewer share its cache. */
export const photosFrom = (cursor?: string) => ({ limit: GALLERY_PART, ...(cursor && { cursor }) });
