import {
  hasAtMost,
  isText,
  LIMITS,
  MAX_ID,
  PHOTO_GAPS,
  PHOTO_SORTS,
  PHOTO_STATUSES,
  PHOTO_VISIBILITIES,
  tagKey,
  type PhotoQuery,
  type PhotoView,
} from '@portfolio/contracts';

/** Filter and order of the photo list, as the API takes them. The search is trimmed; the default order is undefined. */
export type PhotoFilter = Pick<
  PhotoQuery,
  'search' | 'gallery_id' | 'no_other_gallery' | 'status' | 'visibility' | 'for_sale' | 'missing' | 'tag' | 'sort'
>;

/**
 * Parses `?search=`, `?gallery=` (an id or `none`), `?status=`, `?visibility=`, `?for_sale=true`, `?missing=`, `?tag=`
 * and `?sort=`.
 * Ignores invalid values.
 */
export function parseFilter(address: URLSearchParams): PhotoFilter {
  const sort = oneOf(PHOTO_SORTS, address.get('sort'));
  return {
    search: parseText(address.get('search')?.trim(), LIMITS.title),
    ...parseGallery(address.get('gallery')),
    status: oneOf(PHOTO_STATUSES, address.get('status')),
    visibility: oneOf(PHOTO_VISIBILITIES, address.get('visibility')),
    for_sale: address.get('for_sale') === 'true' || undefined,
    missing: oneOf(PHOTO_GAPS, address.get('missing')),
    tag: parseText(address.get('tag'), LIMITS.keyword),
    sort: sort === 'newest' ? undefined : sort,
  };
}

const parseText = (value: string | null | undefined, max: number): string | undefined =>
  value && isText(value) && hasAtMost(max, value) ? value : undefined;

export const oneOf = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((one) => one === value);

/** Parses a gallery id, or `none`, from an address or an option. */
export function parseGallery(value: string | null): Pick<PhotoFilter, 'gallery_id' | 'no_other_gallery'> {
  const id = Number(value);
  return {
    gallery_id: Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : undefined,
    no_other_gallery: value === 'none' || undefined,
  };
}

/** Inverse of `parseGallery`. */
export const galleryOption = ({ gallery_id, no_other_gallery }: PhotoFilter): string =>
  no_other_gallery ? 'none' : (gallery_id?.toString() ?? '');

/** Sets the filter's parameters and leaves all others. */
export function withFilter(filter: PhotoFilter, address: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(address);
  const { search, status, visibility, for_sale, missing, tag, sort } = filter;
  const gallery = galleryOption(filter);
  const entries = { search, gallery, status, visibility, for_sale: for_sale?.toString(), missing, tag, sort };
  for (const [name, value] of Object.entries(entries)) {
    if (value) after.set(name, value);
    else after.delete(name);
  }
  return after;
}

/** For filters with properties in one order, as `parseFilter` returns them. */
export const isSameFilter = (one: PhotoFilter, other: PhotoFilter): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether the filter excludes anything. */
export const isFiltering = (filter: PhotoFilter): boolean => !isSameFilter({ ...filter, sort: undefined }, {});

/** Whether the wider filter includes all photos of the narrower one, in the same order. */
export function isWithin(narrower: PhotoFilter, wider: PhotoFilter): boolean {
  const { search = '', ...wanted } = wider;
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  return (
    narrower.sort === wider.sort &&
    (narrower.search ?? '').toLowerCase().includes(search.toLowerCase()) &&
    names.every((name) => wanted[name] === undefined || wanted[name] === narrower[name])
  );
}

/** Searched text by photo, cached because each key press needs it. */
const texts = new WeakMap<PhotoView, string>();

function textOf(photo: PhotoView): string {
  const cached = texts.get(photo);
  if (cached !== undefined) return cached;
  const text = `${photo.title}\n${photo.description ?? ''}`.toLowerCase();
  texts.set(photo, text);
  return text;
}

const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();

const isMissing = {
  alt_text: ({ alt_text }: PhotoView) => !alt_text,
  title: ({ title, upload }: PhotoView) => {
    const name = upload?.file_name ?? '';
    return ['untitled', words(name), words(name.replace(/\.[^.]+$/, ''))].includes(words(title));
  },
};

/** Filters photos by the same rules as the API. */
export function filterPhotos(photos: PhotoView[], filter: PhotoFilter): PhotoView[] {
  const { search = '', gallery_id, no_other_gallery, status, visibility, for_sale, missing, tag } = filter;
  const text = search.toLowerCase();
  return photos.filter(
    (photo) =>
      (!status || photo.status === status) &&
      (!for_sale || photo.is_for_sale) &&
      (!visibility || photo.visibility === visibility) &&
      (!missing || isMissing[missing](photo)) &&
      (!tag || photo.tags.some((one) => tagKey(one) === tagKey(tag))) &&
      (!no_other_gallery || photo.galleries.length === 0) &&
      (!gallery_id || photo.galleries.some(({ id }) => id === gallery_id)) &&
      (text === '' || textOf(photo).includes(text)),
  );
}
