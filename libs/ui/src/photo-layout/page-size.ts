/** Photos of a part of a gallery, for its page, its layout and the viewer. */
export const GALLERY_PART = 60;
