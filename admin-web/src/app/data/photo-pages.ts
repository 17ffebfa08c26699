import type { PhotoListView, PhotoView } from '@portfolio/contracts';
import type { InfiniteData } from '@tanstack/react-query';

export type PhotoPages = InfiniteData<PhotoListView>;

/** Each photo once: a photo renamed between two requests may be on both pages. */
export const photosOf = (data: PhotoPages | undefined): PhotoView[] => [
  ...new Map(data?.pages.flatMap(({ photos }) => photos.map((photo) => [photo.id, photo]))).values(),
];

/** @returns the same object if `change` returns the same array for each page */
export function mapPages(data: PhotoPages, change: (photos: PhotoView[]) => PhotoView[]): PhotoPages {
  const pages = data.pages.map((page) => {
    const photos = change(page.photos);
    return photos === page.photos ? page : { ...page, photos };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}

/** Changes photos at their positions. Everything else stays the same object. */
export const withChanged = (
  data: PhotoPages,
  isChanged: (id: number) => boolean,
  change: (photo: PhotoView) => PhotoView,
): PhotoPages =>
  mapPages(data, (photos) =>
    photos.some(({ id }) => isChanged(id))
      ? photos.map((photo) => (isChanged(photo.id) ? change(photo) : photo))
      : photos,
  );
