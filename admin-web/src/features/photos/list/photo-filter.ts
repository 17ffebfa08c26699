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

/** Filter and order of the photo list; undefined for no restriction. */
export interface PhotoFilter {
  /** Trimmed; empty for none. */
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
 * Parses `?search=`, `?gallery=` (an id or `none`), `?status=`, `?visibility=`, `?for_sale=true` and `?sort=`. Ignores invalid
 * values.
 */
export function parseFilter(address: URLSearchParams): PhotoFilter {
  return {
    search: (address.get('search') ?? '').trim(),
    galleryId: parseGallery(address.get('gallery')),
    status: PHOTO_STATUSES.find((status) => status === address.get('status')),
    visibility: PHOTO_VISIBILITIES.find((visibility) => visibility === address.get('visibility')),
    isForSale: address.get('for_sale') === 'true',
    sort: parseSort(address.get('sort')),
  };
}

export const parseSort = (value: string | null): PhotoSort =>
  PHOTO_SORTS.find((sort) => sort === value) ?? NO_FILTER.sort;

/** Parses a gallery id, or `none`, from an address or an option. */
export function parseGallery(value: string | null): PhotoFilter['galleryId'] {
  const id = Number(value);
  return value === 'none' ? 'none' : Number.isInteger(id) && id > 0 ? id : undefined;
}

/** Sets the filter's parameters and leaves all others. */
export function withFilter(filter: PhotoFilter, address: URLSearchParams): URLSearchParams {
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

/** Query of the API; empty without a filter, so that both share a cache key. */
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
  (Object.keys(one) as (keyof PhotoFilter)[]).every((name) => one[name] === other[name]);

/** Whether the filter excludes anything. */
export const isFiltering = (filter: PhotoFilter): boolean =>
  !isSameFilter({ ...filter, sort: NO_FILTER.sort }, NO_FILTER);

/** Whether the wider filter includes all photos of the narrower one, in the same order. */
export const isWithin = (narrower: PhotoFilter, wider: PhotoFilter): boolean =>
  narrower.sort === wider.sort &&
  narrower.search.toLowerCase().includes(wider.search.toLowerCase()) &&
  [narrower.galleryId, undefined].includes(wider.galleryId) &&
  [narrower.status, undefined].includes(wider.status) &&
  [narrower.visibility, undefined].includes(wider.visibility) &&
  (narrower.isForSale || !wider.isForSale);

/** Searched text by photo, cached because each key press needs it. */
const texts = new WeakMap<PhotoView, string>();

function textOf(photo: PhotoView): string {
  const cached = texts.get(photo);
  if (cached !== undefined) return cached;
  const text = `${photo.title}\n${photo.description ?? ''}`.toLowerCase();
  texts.set(photo, text);
  return text;
}

function isInGallery({ galleries }: PhotoView, gallery: PhotoFilter['galleryId']): boolean {
  if (gallery === undefined) return true;
  return gallery === 'none' ? galleries.length === 0 : galleries.some(({ id }) => id === gallery);
}

/** Filters photos by the same rules as the API. */
export function filterPhotos(photos: PhotoView[], filter: PhotoFilter): PhotoView[] {
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
