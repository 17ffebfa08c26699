export const PHOTO_STATUSES = ['processing', 'ready', 'failed'] as const;
/** `processing` until the worker has rendered the photo, then `ready` or `failed`. */
export type PhotoStatus = (typeof PHOTO_STATUSES)[number];

export const PHOTO_VISIBILITIES = ['public', 'unlisted', 'hidden'] as const;
/**
 * `unlisted` photos have an address and are in no list; `hidden` ones are 404 for visitors. So is a photo that is only in
 * galleries that are not open to the visitor.
 */
export type PhotoVisibility = (typeof PHOTO_VISIBILITIES)[number];

export const PHOTO_SORTS = ['newest', 'oldest', 'title', 'file_name', 'capture_date'] as const;
/**
 * Order of the administrator's list. `newest` and `oldest` sort upload batches; `batch_place` sorts a batch and breaks ties
 * of the other orders. Photos without file name or capture date come last.
 */
export type PhotoSort = (typeof PHOTO_SORTS)[number];

export const PHOTO_GAPS = ['alt_text', 'title'] as const;
/** A missing text. A title counts as missing while it is that of the file name. */
export type PhotoGap = (typeof PHOTO_GAPS)[number];
