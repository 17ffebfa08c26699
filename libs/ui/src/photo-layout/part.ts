import type { LIMITS } from '@portfolio/contracts';

/** Photos of a part of a gallery. */
export const GALLERY_PART: (typeof LIMITS)['galleryPart'] = 60;
