import type { GalleryView, PhotoListView, PhotoView, UserView } from '@portfolio/contracts';

let lastId = 0;

export const aUser = (): UserView => ({ id: 1, name: 'Elin Marsh', email: 'elin@example.org' });

export function aPhoto(differences: Partial<PhotoView> = {}): PhotoView {
  const id = ++lastId;
  return {
    id,
    title: `Photo ${id}`,
    alt_text: null,
    description: null,
    width: 1200,
    height: 800,
    placeholder: null,
    renditions: [],
    status: 'ready',
    failure: null,
    image_url: `/media/${id}/image.jpg`,
    large_thumbnail_url: `/media/${id}/large.jpg`,
    small_thumbnail_url: `/media/${id}/small.jpg`,
    gallery_id: null,
    gallery_name: null,
    galleries: [],
    comment_count: 0,
    is_for_sale: false,
    selling_price: null,
    created_at: '2026-05-04T10:00:00.000Z',
    original_url: null,
    ...differences,
  };
}

/** A page of the list, the last one unless a cursor is given. */
export const aPhotoList = (photos: PhotoView[], next_cursor: string | null = null): PhotoListView => ({
  photos,
  next_cursor,
  total: photos.length,
});

export function aGallery(differences: Partial<GalleryView> = {}): GalleryView {
  const id = ++lastId;
  return {
    id,
    title: `Gallery ${id}`,
    slug: `gallery-${id}`,
    description: null,
    is_active: true,
    photo_count: 3,
    preview_image: null,
    preview: null,
    created_at: '2026-05-04T10:00:00.000Z',
    ...differences,
  };
}

export const aGalleryList = (galleries: GalleryView[]) => ({ galleries, next_cursor: null, total: galleries.length });

/** A file as a picker gives it; its bytes do not matter to the pages. */
export function aFile(name = 'harbour.jpg', { type = 'image/jpeg', bytes = 1000 } = {}): File {
  return new File([new Uint8Array(bytes)], name, { type });
}
