import type { PhotoFactsView, PhotoView, PhotoVisibility, PictureView } from '@portfolio/contracts';
import type { Photo, Rendition, Viewer } from '@portfolio/database';
import { entityTagOf } from '../http/versions.ts';
import { type MediaAddress, PHOTO_MEDIA } from '../media/media-address.ts';
import { firstWithEdge, inFormat, toRenditionViews } from '../media/rendition.view.ts';

/** A photo with its visibility, galleries and comment count. */
export interface PhotoRecord {
  photo: Photo;
  isPublic: boolean;
  /** Whether public lists have it; always true for an administrator. */
  isListed: boolean;
  /** Whether the viewer sees it only as a guest of a private gallery or a preview link. */
  isGuestOnly: boolean;
  /** Its galleries that the viewer may see, oldest first. */
  galleries: { id: number; title: string; slug: string }[];
  /** Approved comments. */
  commentCount: number;
  /** Whether the viewer sees its facts. */
  showsFacts: boolean;
  showsTags: boolean;
}

/** Entity tag over all that PUT /photos/{id} can change. Only for the administrator's records, which have every gallery. */
export const entityTagOfPhoto = ({ photo, galleries }: PhotoRecord): string =>
  entityTagOf([
    [photo.id, photo.title, photo.description, photo.altText, photo.isForSale, photo.sellingPrice, photo.visibility],
    [photo.focusX, photo.focusY, photo.place, photo.commentsOpen, photo.keywords],
    galleries.map(({ id }) => id),
  ]);

/** Minimum long edges of the thumbnails in pixels: a card and a list row at a pixel density of 2. */
export const LARGE_THUMBNAIL = 640;
const SMALL_THUMBNAIL = 320;

export function toPhotoView(record: PhotoRecord, viewer: Viewer, address: MediaAddress): PhotoView {
  const { photo, galleries, commentCount } = record;
  const { image, largeThumbnail, smallThumbnail } = shownJpegs(photo);
  const url = (rendition: Rendition | undefined) => (rendition ? address.of(photo, rendition, record) : null);
  return {
    id: photo.id,
    ...toPictureView(record, address),
    description: photo.description,
    status: photo.status,
    visibility: viewer === 'visitor' ? visibilityOf(record) : photo.visibility,
    failure: viewer === 'administrator' ? photo.failure : null,
    image_url: url(image),
    large_thumbnail_url: url(largeThumbnail),
    small_thumbnail_url: url(smallThumbnail),
    gallery_id: galleries[0]?.id ?? null,
    gallery_name: galleries[0]?.title ?? null,
    galleries,
    comment_count: commentCount,
    tags: record.showsTags ? photo.keywords : [],
    is_for_sale: photo.isForSale,
    selling_price: photo.sellingPrice,
    created_at: photo.createdAt.toISOString(),
    original_url: viewer === 'administrator' ? address.original(PHOTO_MEDIA, photo.id) : null,
    ...(record.showsFacts && { facts: toFactsView(photo) }),
    ...(viewer === 'administrator' && {
      comments_open: photo.commentsOpen,
      version: entityTagOfPhoto(record),
      upload: {
        file_name: photo.fileName,
        content_hash: photo.contentHash,
        captured_at: photo.capturedAt,
        from_file: photo.fromFile,
        creator: photo.fileFacts?.creator ?? null,
        copyright: photo.fileFacts?.copyright ?? null,
        batch_order: photo.batchOrder ?? photo.id,
        batch_place: photo.batchPlace ?? 0,
      },
    }),
  };
}

/** Visibility to others: that of a photo's galleries limits its own. */
function visibilityOf({ photo, isListed, isGuestOnly }: PhotoRecord): PhotoVisibility {
  if (isGuestOnly) return 'hidden';
  return isListed ? photo.visibility : 'unlisted';
}

function toFactsView({ capturedAt, place, fileFacts }: Photo): PhotoFactsView {
  const { camera = null, lens = null, exposureTime, aperture, iso, focalLength } = fileFacts ?? {};
  const exposure = [
    exposureTime && `${exposureTime < 0.3 ? `1/${Math.round(1 / exposureTime)}` : round(exposureTime)} s`,
    aperture && `f/${aperture < 1 ? round(aperture, 100) : round(aperture)}`,
    iso && `ISO ${Math.round(iso)}`,
    focalLength && `${round(focalLength)} mm`,
  ];
  return { captured_at: capturedAt, place, camera, lens, exposure: exposure.filter(Boolean).join(', ') || null };
}

/** Rounds to one decimal, or to another fraction. */
const round = (value: number, perOne = 10) => Math.round(value * perOne) / perOne;

/** The JPEGs behind the single image and thumbnail fields; undefined until the photo is rendered. */
export function shownJpegs(photo: Pick<Photo, 'renditions'>) {
  const jpegs = inFormat(photo, 'jpeg');
  return {
    image: jpegs.at(-1),
    largeThumbnail: firstWithEdge(jpegs, LARGE_THUMBNAIL),
    smallThumbnail: firstWithEdge(jpegs, SMALL_THUMBNAIL),
  };
}

export function toPictureView(record: Pick<PhotoRecord, 'photo' | 'isPublic'>, address: MediaAddress): PictureView {
  const { photo } = record;
  return {
    title: photo.title,
    alt_text: photo.altText,
    width: photo.width,
    height: photo.height,
    focus_x: photo.focusX,
    focus_y: photo.focusY,
    placeholder: photo.placeholder,
    ...toRenditionViews(photo, (rendition) => address.of(photo, rendition, record)),
  };
}
