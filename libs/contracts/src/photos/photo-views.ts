import type { PageView } from '../pages.ts';
import type { ErrorCode } from '../errors.ts';

export const PHOTO_STATUSES = ['processing', 'ready', 'failed'] as const;
/** `processing` until the worker has rendered the photo, then `ready` or `failed`. */
export type PhotoStatus = (typeof PHOTO_STATUSES)[number];

export const PHOTO_VISIBILITIES = ['public', 'unlisted', 'hidden'] as const;
/**
 * `unlisted` photos have an address and are in no list; `hidden` ones are 404 for visitors. So is a photo that is only in
 * galleries that are not open to the visitor: to guests of a private gallery or a preview link its visibility is `hidden`.
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

/**
 * Formats in the order of `renditions`. `share.jpeg` is cropped to at most 1200 by 630 pixels around the focal point, for share
 * cards; `hdr.jpeg` has a gain map, for displays with HDR.
 */
export const RENDITION_FORMATS = ['avif', 'webp', 'share.jpeg', 'jpeg', 'hdr.jpeg'] as const;
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** Long edge of the largest rendition on pages, in pixels. Larger ones are for full screen. */
export const PAGE_EDGE = 2_400;

/** One size of a picture in one format. */
export interface RenditionView {
  format: RenditionFormat;
  /** Pixels. @example 640 */
  width: number;
  /** @example 427 */
  height: number;
  /** Immutable: the address changes with the content. @example "/media/3/3f9a61c2e07b/640.avif" */
  url: string;
}

/** A picture in all sizes, with its dimensions and placeholder. */
export interface PictureView {
  /** @example "Harbour at low tide" */
  title: string;
  /** @example "Boats lying on mud." */
  alt_text: string | null;
  /** Pixels of the original after EXIF rotation; null until read. @example 1600 */
  width: number | null;
  /** @example 1067 */
  height: number | null;
  /** Focal point from the left, 0 to 1: for `object-position` where the picture is cropped. @format double @example 0.5 */
  focus_x: number;
  /** Focal point from the top, 0 to 1. @format double @example 0.3 */
  focus_y: number;
  /** ThumbHash, base64. @example "HPgVJYRoh3h/h3h1eEeHh1dwcgZH" */
  placeholder: string | null;
  /** At most 2400 pixels, smallest first within a format; empty until ready. */
  renditions: RenditionView[];
  /** Larger ones, and those with HDR, for full screen, in the same order; absent without any. */
  viewer_renditions?: RenditionView[];
}

/** A photo. Fields for the administrator are null or absent for visitors. */
export interface PhotoView extends PictureView {
  id: number;
  /** @example "Before the boats came back." */
  description: string | null;
  status: PhotoStatus;
  visibility: PhotoVisibility;
  /** Cause of a failed render, for the administrator; null for visitors. @example null */
  failure: string | null;
  /** @example "/media/3/3f9a61c2e07b/1600.jpeg" */
  image_url: string | null;
  /** @example "/media/3/3f9a61c2e07b/640.jpeg" */
  large_thumbnail_url: string | null;
  /** @example "/media/3/3f9a61c2e07b/320.jpeg" */
  small_thumbnail_url: string | null;
  gallery_id: number | null;
  /** @example "Slack Water" */
  gallery_name: string | null;
  /** @example [{"id": 1, "title": "Slack Water", "slug": "slack-water"}] */
  galleries: { id: number; title: string; slug: string }[];
  comment_count: number;
  /** For visitors where the site has pages of tags (setting `tag_pages`), else empty. @example ["harbour", "low tide"] */
  tags: string[];
  is_for_sale: boolean;
  /** Dollars with at most 2 decimals. @format double @example 120.5 */
  selling_price: number | null;
  /** @format date-time @example "2026-03-14T09:26:53.000Z" */
  created_at: string;
  /** Address of the original file, for the administrator; null for visitors. @example null */
  original_url: string | null;
  /** For visitors where the site shows them (setting `photo_facts`). */
  facts?: PhotoFactsView;
  /** Whether the photo itself takes comments, for the administrator; absent for visitors. */
  comments_open?: boolean;
  /** The photo's `ETag`, for the administrator; absent for visitors. @example "\"3q2-7wQm0h1b8Wn5Yk9cTA\"" */
  version?: string;
  /** Origin of the photo, for the administrator; absent for visitors. */
  upload?: PhotoUploadView;
  /**
   * Base64 JPEG of the picture, with `embed=base64` on a single photo; null until ready.
   *
   * @example "/9j/4AAQSkZJRgABAQ=="
   */
  image_base64?: string | null;
  /** Base64 JPEG of the large thumbnail, with `embed=base64`. @example "/9j/4AAQSkZJRgABAQ==" */
  large_thumbnail_base64?: string | null;
  /** @example "/9j/4AAQSkZJRgABAQ==" */
  small_thumbnail_base64?: string | null;
}

/** Facts of a photo; null where unknown. */
export interface PhotoFactsView {
  /**
   * Capture date in the camera's time, without time zone.
   *
   * @example "2026-03-01T17:20:11.000"
   */
  captured_at: string | null;
  /** From the artist, or city and country in the file; never a position. @example "Bergen, Norway" */
  place: string | null;
  /** @example "Canon EOS R5" */
  camera: string | null;
  /** @example "RF35mm F1.8 MACRO IS STM" */
  lens: string | null;
  /** @example "1/250 s, f/8, ISO 100, 35 mm" */
  exposure: string | null;
}

/** Camera, lens, exposure and rights in a file. Seconds, f-number, ISO speed, millimetres. */
export interface CameraFacts {
  camera?: string | undefined;
  lens?: string | undefined;
  exposureTime?: number | undefined;
  aperture?: number | undefined;
  iso?: number | undefined;
  focalLength?: number | undefined;
  creator?: string | undefined;
  copyright?: string | undefined;
}

/** Fields that an upload takes from the file. */
export type FieldFromFile = 'title' | 'description' | 'alt_text' | 'place';

/** File, its details, and the upload order of a photo. */
export interface PhotoUploadView {
  /** File name from the client; null if unknown. @example "IMG_0012.jpg" */
  file_name: string | null;
  /** SHA-256 of the file. @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" */
  content_hash: string;
  /**
   * EXIF capture date in the camera's time, without time zone; null if the file has none.
   *
   * @example "2026-03-01T17:20:11.000"
   */
  captured_at: string | null;
  /** Unchanged texts from the file. @example ["title", "alt_text"] */
  from_file: FieldFromFile[];
  /** Creator named in the file. @example "Elin Marsh" */
  creator: string | null;
  /** Copyright notice in the file. @example "© 2026 Elin Marsh" */
  copyright: string | null;
  /** Order of the upload batch; later batches have higher numbers. @example 3 */
  batch_order: number;
  /** Position in the upload batch, from 0. @example 0 */
  batch_place: number;
}

export interface PhotoResponse {
  photo: PhotoView;
}

/** A photo after its upload or retry. That of a repeated upload may be rendered already. */
export interface ProcessingPhotoResponse {
  /** @example {"id": 3, "title": "Harbour at low tide", "description": "Before the boats came back.", "alt_text": "Boats lying on mud.", "status": "processing", "visibility": "public", "failure": null, "width": 1600, "height": 1067, "focus_x": 0.5, "focus_y": 0.5, "placeholder": null, "renditions": [], "image_url": null, "large_thumbnail_url": null, "small_thumbnail_url": null, "original_url": "/media/3/original?ticket=492873.c2VhbA", "facts": {"captured_at": "2026-03-01T17:20:11.000", "place": "Bergen, Norway", "camera": "Canon EOS R5", "lens": "RF35mm F1.8 MACRO IS STM", "exposure": "1/250 s, f/8, ISO 100, 35 mm"}, "upload": {"file_name": "IMG_0012.jpg", "content_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "captured_at": "2026-03-01T17:20:11.000", "from_file": ["alt_text"], "creator": "Elin Marsh", "copyright": "© 2026 Elin Marsh", "batch_order": 3, "batch_place": 0}, "gallery_id": 1, "gallery_name": "Slack Water", "galleries": [{"id": 1, "title": "Slack Water", "slug": "slack-water"}], "comment_count": 0, "tags": ["harbour", "low tide"], "is_for_sale": true, "selling_price": 120.5, "created_at": "2026-03-14T09:26:53.000Z"} */
  photo: PhotoView;
}

/** Photos saved together. */
export interface SavedPhotosView {
  photos: PhotoView[];
  failures: PhotoFailureView[];
}

/** A photo that was not saved. */
export interface PhotoFailureView {
  id: number;
  /** `photo.not-found`, or `request.outdated` with the current photo. @example "photo.not-found" */
  code: ErrorCode;
  /** @example "Photo not found" */
  message: string;
  /** @example null */
  current: PhotoView | null;
}

export interface PhotoListView extends PageView {
  photos: PhotoView[];
}

/** Tags, the most used first. */
export interface TagListView {
  tags: TagView[];
}

export interface TagView {
  /** In its most frequent spelling. @example "low tide" */
  name: string;
  /** Photos that the caller may see in lists. @example 12 */
  photo_count: number;
}

/** Limits of an upload. */
export interface UploadLimitsView {
  /** Megabytes of 1024 × 1024 bytes. @example 10 */
  megabytes: number;
  /** Whether uploads take texts from the file. */
  file_details: boolean;
}

/** Position of a photo in a gallery, with its neighbours. */
export interface PhotoNeighboursView {
  /** @example {"id": 1, "title": "Slack Water", "slug": "slack-water"} */
  gallery: PhotoView['galleries'][number];
  /** Position from 1, among the photos visible to the caller. @example 2 */
  place: number;
  /** Photos in the gallery that are visible to the caller. @example 12 */
  total: number;
  /** Null for the first photo. */
  previous: PhotoView | null;
  /** Null for the last photo. */
  next: PhotoView | null;
}

/** Files that have been uploaded before. */
export interface KnownPhotosView {
  /** The latest photo of each known file, in no particular order. */
  known: KnownPhotoView[];
}

export interface KnownPhotoView {
  /** @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" */
  content_hash: string;
  photo: PhotoView;
}
