import {
  PHOTO_SORTS,
  PHOTO_STATUSES,
  PHOTO_VISIBILITIES,
  type PhotoQuery,
  type PhotoSort,
  type PhotoStatus,
  type PhotoView,
  type PhotoVisibility,
} from '@portfolio/contracts';

/** What the list of photos is narrowed to, and its order; absent means that anything goes. */
export interface PhotoFilter {
  /** Without blanks around it; empty for none. */
  search: string;
  galleryId: number | 'none' | undefined;
  status: PhotoStatus | undefined;
  visibility: PhotoVisibility | undefined;
  isForSale: boolean;
  sort: PhotoSort;
}

export const NO_FILTER: PhotoFilter = {
  search: '',
  galleryId: undefined,
  status: undefined,
  visibility: undefined,
  isForSale: false,
  sort: 'newest',
};

/**
 * Reads `?search=`, `?gallery=` (an id or `none`), `?status=`, `?visibility=`, `?for_sale=true` and `?sort=`; what cannot be
 * meant is left aside.
 */
export function filterOfAddress(address: URLSearchParams): PhotoFilter {
  const gallery = address.get('gallery');
  return {
    search: (address.get('search') ?? '').trim(),
    galleryId: toGallery(gallery),
    status: PHOTO_STATUSES.find((status) => status === address.get('status')),
    visibility: PHOTO_VISIBILITIES.find((visibility) => visibility === address.get('visibility')),
    isForSale: address.get('for_sale') === 'true',
    sort: toSort(address.get('sort')),
  };
}

export const toSort = (written: string | null): PhotoSort =>
  PHOTO_SORTS.find((sort) => sort === written) ?? NO_FILTER.sort;

/** Reads a gallery as addresses and options write it. */
export function toGallery(written: string | null): PhotoFilter['galleryId'] {
  const id = Number(written);
  return written === 'none' ? 'none' : Number.isInteger(id) && id > 0 ? id : undefined;
}

/** Writes the filter into an address beside whatever else stands there. */
export function toAddress(filter: PhotoFilter, address: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(address);
  const { search, galleryId, isForSale, sort, ...chosen } = filter;
  const entries = {
    ...{ search, gallery: galleryId?.toString(), ...chosen, for_sale: isForSale ? 'true' : undefined },
    sort: sort === NO_FILTER.sort ? undefined : sort,
  };
  for (const [name, value] of Object.entries(entries)) {
    if (value) after.set(name, value);
    else after.delete(name);
  }
  return after;
}

/** The filter as the API takes it. Without one it is empty, so that both name the same list. */
export function toPhotoQuery({ search, galleryId, status, visibility, isForSale, sort }: PhotoFilter): PhotoQuery {
  return {
    ...(search ? { search } : {}),
    ...(galleryId === 'none' ? { no_other_gallery: true } : galleryId === undefined ? {} : { gallery_id: galleryId }),
    ...(status ? { status } : {}),
    ...(visibility ? { visibility } : {}),
    ...(isForSale ? { for_sale: true } : {}),
    ...(sort === NO_FILTER.sort ? {} : { sort }),
  };
}

export const isSameFilter = (one: PhotoFilter, other: PhotoFilter): boolean =>
  one.search === other.search &&
  one.galleryId === other.galleryId &&
  one.status === other.status &&
  one.visibility === other.visibility &&
  one.isForSale === other.isForSale &&
  one.sort === other.sort;

/** Whether anything is left out, whatever the order. */
export const isNarrowed = (filter: PhotoFilter): boolean =>
  !isSameFilter({ ...filter, sort: NO_FILTER.sort }, NO_FILTER);

/** Whether all that passes the narrower filter passes the wider one, too, in the same order. */
export const isWithin = (narrower: PhotoFilter, wider: PhotoFilter): boolean =>
  narrower.sort === wider.sort &&
  narrower.search.toLowerCase().includes(wider.search.toLowerCase()) &&
  [narrower.galleryId, undefined].includes(wider.galleryId) &&
  [narrower.status, undefined].includes(wider.status) &&
  [narrower.visibility, undefined].includes(wider.visibility) &&
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

function isInGallery({ galleries }: PhotoView, gallery: PhotoFilter['galleryId']): boolean {
  if (gallery === undefined) return true;
  return gallery === 'none' ? galleries.length === 0 : galleries.some(({ id }) => id === gallery);
}

/** Those that pass, by the same rules as the API has. */
export function passing(photos: PhotoView[], filter: PhotoFilter): PhotoView[] {
  const search = filter.search.toLowerCase();
  return photos.filter(
    (photo) =>
      (filter.status === undefined || photo.status === filter.status) &&
      (!filter.isForSale || photo.is_for_sale) &&
      (filter.visibility === undefined || photo.visibility === filter.visibility) &&
      isInGallery(photo, filter.galleryId) &&
      (search === '' || textOf(photo).includes(search)),
  );
}
