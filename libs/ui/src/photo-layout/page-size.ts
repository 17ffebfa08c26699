/** Page size of a gallery's photos, for its page, its layout and the viewer. */
export const GALLERY_PAGE_SIZE = 60;
