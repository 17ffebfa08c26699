import { GALLERY_PAGE_SIZE } from '@portfolio/ui/photo-layout/page-size';

/** Options of a page of a gallery's photos, from a cursor on. Gallery page and viewer share its cache entry. */
export const photosFrom = (cursor?: string) => ({ limit: GALLERY_PAGE_SIZE, ...(cursor && { cursor }) });
