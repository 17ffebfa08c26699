import type { PageView } from './pages.ts';
import type { PhotoStatus, PhotoVisibility } from './photos.ts';
import type { PictureView } from './pictures.ts';

/** A photo; what is for the administrator alone is null to visitors. */
export interface PhotoView extends PictureView {
  id: number;
  /** @example "Before the boats came back." */
  description: string | null;
  status: PhotoStatus;
  visibility: PhotoVisibility;
  /**
   * Why rendering failed, for the administrator; null to visitors.
   *
   * @example null
   */
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
  is_for_sale: boolean;
  /**
   * Dollars with at most 2 decimals.
   *
   * @format double
   * @example 120.5
   */
  selling_price: number | null;
  /**
   * @format date-time
   * @example "2026-03-14T09:26:53.000Z"
   */
  created_at: string;
  /**
   * Address of the file as it was uploaded, for the administrator; null to visitors.
   *
   * @example null
   */
  original_url: string | null;
  /** Where the photo comes from, for the administrator; absent for visitors. */
  upload?: PhotoUploadView;
  /**
   * The whole picture as base64 JPEG, where `embed=base64` was asked for of one photo; null until ready.
   *
   * @example "/9j/4AAQSkZJRgABAQ=="
   */
  image_base64?: string | null;
  /**
   * Its thumbnails, where `embed=base64` was asked for.
   *
   * @example "/9j/4AAQSkZJRgABAQ=="
   */
  large_thumbnail_base64?: string | null;
  /** @example "/9j/4AAQSkZJRgABAQ==" */
  small_thumbnail_base64?: string | null;
}

/** What an upload says of its photo, and what the default order of the administrator's list is made of. */
export interface PhotoUploadView {
  /**
   * As the client named the file; null where it did not, and for photos uploaded before names were stored.
   *
   * @example "IMG_0012.jpg"
   */
  file_name: string | null;
  /**
   * When the camera took it, by the camera's clock, which has no time zone; null where the file does not say.
   *
   * @example "2026-03-01T17:20:11.000"
   */
  captured_at: string | null;
  /**
   * Order of its batch; a later one has a higher number.
   *
   * @example 3
   */
  batch_order: number;
  /**
   * Place in its batch, from 0.
   *
   * @example 0
   */
  batch_place: number;
}

export interface PhotoAnswer {
  photo: PhotoView;
}

/** A photo that the worker has yet to render: its pictures follow. */
export interface ProcessingPhotoAnswer {
  /** @example {"id": 3, "title": "Harbour at low tide", "description": "Before the boats came back.", "alt_text": "Boats lying on mud.", "status": "processing", "visibility": "public", "failure": null, "width": 1600, "height": 1067, "placeholder": null, "renditions": [], "image_url": null, "large_thumbnail_url": null, "small_thumbnail_url": null, "original_url": "/media/3/original?ticket=492873.c2VhbA", "upload": {"file_name": "IMG_0012.jpg", "captured_at": "2026-03-01T17:20:11.000", "batch_order": 3, "batch_place": 0}, "gallery_id": 1, "gallery_name": "Slack Water", "galleries": [{"id": 1, "title": "Slack Water", "slug": "slack-water"}], "comment_count": 0, "is_for_sale": true, "selling_price": 120.5, "created_at": "2026-03-14T09:26:53.000Z"} */
  photo: PhotoView;
}

export interface PhotoListView extends PageView {
  photos: PhotoView[];
}

/** What an upload may be, as GET /admin/upload-limits answers it. */
export interface UploadLimitsView {
  /**
   * Of 1024 × 1024 bytes.
   *
   * @example 10
   */
  megabytes: number;
}

/** Where a photo stands in a gallery, as GET /galleries/{slug}/photos/{id}/neighbours answers it. */
export interface PhotoNeighboursView {
  /** @example {"id": 1, "title": "Slack Water", "slug": "slack-water"} */
  gallery: PhotoView['galleries'][number];
  /**
   * Counted from 1, among the photos that the caller may see.
   *
   * @example 2
   */
  place: number;
  /**
   * Photos in the gallery that the caller may see.
   *
   * @example 12
   */
  total: number;
  /** Null at the beginning. */
  previous: PhotoView | null;
  /** Null at the end. */
  next: PhotoView | null;
}
