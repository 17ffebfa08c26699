import { PHOTO_STATUSES, type PhotoQuery, type PhotoStatus, type PhotoView } from '@portfolio/contracts';

/** What the list of photos is narrowed to; absent means that anything goes. */
export interface PhotoFilter {
  /** Without blanks around it; empty for none. */
  search: string;
  galleryId: number | undefined;
  status: PhotoStatus | undefined;
  isForSale: boolean;
}

export const NO_FILTER: PhotoFilter = { search: '', galleryId: undefined, status: undefined, isForSale: false };

/** Reads `?search=`, `?gallery=`, `?status=` and `?for_sale=true`; what cannot be meant is left aside. */
export function filterOfAddress(address: URLSearchParams): PhotoFilter {
  const galleryId = Number(address.get('gallery'));
  return {
    search: (address.get('search') ?? '').trim(),
    galleryId: Number.isInteger(galleryId) && galleryId > 0 ? galleryId : undefined,
    status: PHOTO_STATUSES.find((status) => status === address.get('status')),
    isForSale: address.get('for_sale') === 'true',
  };
}

/** Writes the filter into an address beside whatever else stands there. */
export function toAddress(filter: PhotoFilter, address: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(address);
  const { search, galleryId, status, isForSale } = filter;
  const entries = { search, gallery: galleryId?.toString(), status, for_sale: isForSale ? 'true' : undefined };
  for (const [name, value] of Object.entries(entries)) {
    if (value) after.set(name, value);
    else after.delete(name);
  }
  return after;
}

/** The filter as the API takes it. Without one it is empty, so that both name the same list. */
export function toPhotoQuery({ search, galleryId, status, isForSale }: PhotoFilter): PhotoQuery {
  return {
    ...(search ? { search } : {}),
    ...(galleryId === undefined ? {} : { gallery_id: galleryId }),
    ...(status ? { status } : {}),
    ...(isForSale ? { for_sale: true } : {}),
  };
}

export const isSameFilter = (one: PhotoFilter, other: PhotoFilter): boolean =>
  one.search === other.search &&
  one.galleryId === other.galleryId &&
  one.status === other.status &&
  one.isForSale === other.isForSale;

/** Whether all that passes the narrower filter passes the wider one, too. */
export const isWithin = (narrower: PhotoFilter, wider: PhotoFilter): boolean =>
  narrower.search.toLowerCase().includes(wider.search.toLowerCase()) &&
  [narrower.galleryId, undefined].includes(wider.galleryId) &&
  [narrower.status, undefined].includes(wider.status) &&
  (narrower.isForSale || !wider.isForSale);

/** What is searched in, by photo: it is asked for again at every key. */
const texts = new WeakMap<PhotoView, string>();

function textOf(photo: PhotoView): string {
  const known = texts.get(photo);
  if (known !== undefined) return known;
  const text = `${photo.title}\n${photo.description ?? ''}`.toLowerCase();
  texts.set(photo, text);
  return text;
}

/** Those that pass, by the same rules as the API has. */
export function passing(photos: PhotoView[], filter: PhotoFilter): PhotoView[] {
  const search = filter.search.toLowerCase();
  return photos.filter(
    (photo) =>
      (filter.status === undefined || photo.status === filter.status) &&
      (!filter.isForSale || photo.is_for_sale) &&
      (filter.galleryId === undefined || photo.galleries.some(({ id }) => id === filter.galleryId)) &&
      (search === '' || textOf(photo).includes(search)),
  );
}
