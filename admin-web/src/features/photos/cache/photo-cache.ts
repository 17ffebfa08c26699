import type { PhotoListView, PhotoQuery, PhotoView } from '@portfolio/contracts';
import { replaceEqualDeep, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query';

export type PhotoPages = InfiniteData<PhotoListView>;

/** Every list of photos that has been read, page by page, whatever it is narrowed to. */
const LISTS = { queryKey: ['photos', 'pages'] };
/** First pages that are read again to see what has come. */
const NEWEST = { queryKey: ['photos', 'newest'] };

/**
 * Changes lists by hand. They are as old as before: what the server has not said makes none of them fresh.
 *
 * @param queryKey of the only one to change; otherwise all are
 */
export function changeLists(
  queryClient: QueryClient,
  change: (data: PhotoPages) => PhotoPages,
  queryKey?: QueryKey,
): void {
  for (const query of queryClient.getQueryCache().findAll(queryKey ? { queryKey, exact: true } : LISTS)) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    if (data === undefined) continue;
    const changed = change(data as PhotoPages);
    if (changed === data) continue;
    query.setData(changed, { updatedAt: dataUpdatedAt, manual: true });
    if (isInvalidated) query.invalidate();
  }
}

/**
 * Lets go of lists that nobody looks at, after a change by which photos may belong to others than before: they are read anew
 * when they are wanted.
 */
export function forgetOtherLists(queryClient: QueryClient): void {
  queryClient.removeQueries({ ...LISTS, predicate: (query) => query.getObserversCount() === 0 });
}

/** Changes photos where they stand in the lists, and leaves everything else the same object. */
export function changePhotosInPlace(
  queryClient: QueryClient,
  ids: ReadonlySet<number>,
  change: (photo: PhotoView) => PhotoView,
): void {
  const changed = (photos: PhotoView[]) =>
    photos.some(({ id }) => ids.has(id)) ? photos.map((photo) => (ids.has(photo.id) ? change(photo) : photo)) : photos;
  changeLists(queryClient, (data) => onEachPage(data, changed));
  for (const id of ids)
    queryClient.setQueryData<PhotoView>(['photos', 'detail', id], (photo) => photo && change(photo));
}

/** Puts a fresher state of a photo in the place of the older one. */
export function putPhotoInPlace(queryClient: QueryClient, photo: PhotoView): void {
  changePhotosInPlace(queryClient, new Set([photo.id]), () => photo);
}

/** Has lists by title read anew after a title has changed: where it stands now, the server knows. */
export const reorderByTitle = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({
    ...LISTS,
    predicate: ({ queryKey }) => (queryKey[2] as PhotoQuery).sort === 'title',
  });

/** Whether a photo stands in any list that has been read. */
export function isListed(queryClient: QueryClient, id: number): boolean {
  return queryClient
    .getQueriesData<PhotoPages>(LISTS)
    .some(([, data]) => data?.pages.some(({ photos }) => photos.some((photo) => photo.id === id)));
}

/**
 * Takes photos out of every list at once. What is on its way from the server is dropped, since it may still hold them.
 *
 * @returns puts them back at their places
 */
export async function takePhotosOut(queryClient: QueryClient, ids: ReadonlySet<number>): Promise<() => void> {
  await Promise.all([LISTS, NEWEST].map((queries) => queryClient.cancelQueries(queries)));
  const before: { key: QueryKey; photos: PhotoView[] }[] = [];
  for (const [key, data] of queryClient.getQueriesData<PhotoPages>(LISTS)) {
    const photos = data?.pages.flatMap((page) => page.photos) ?? [];
    const count = photos.filter(({ id }) => ids.has(id)).length;
    if (!data || count === 0) continue;
    before.push({ key, photos });
    const rest = onEachPage(data, (page) => page.filter(({ id }) => !ids.has(id)));
    changeLists(queryClient, () => withTotal(rest, -count), key);
  }
  return () => {
    for (const { key, photos } of before) {
      changeLists(queryClient, (data) => putBack(data, photos, ids), key);
    }
  };
}

/** Puts photos before those that they stood before, unless they have come back already. */
function putBack(data: PhotoPages, before: PhotoView[], ids: ReadonlySet<number>): PhotoPages {
  const pages = data.pages.map((page) => ({ ...page, photos: [...page.photos] }));
  const here = new Set(pages.flatMap(({ photos }) => photos.map(({ id }) => id)));
  const count = here.size;
  let next: number | undefined;
  for (const photo of before.toReversed()) {
    if (ids.has(photo.id) && !here.has(photo.id)) {
      insertBefore(next, photo, pages);
      here.add(photo.id);
    }
    if (here.has(photo.id)) next = photo.id;
  }
  return withTotal({ ...data, pages }, here.size - count);
}

/** Changes the pages: the photo comes last where the other one is on none of them. */
function insertBefore(other: number | undefined, photo: PhotoView, pages: PhotoListView[]): void {
  const isOther = ({ id }: PhotoView) => id === other;
  const page = pages.find(({ photos }) => photos.some(isOther));
  if (page) page.photos.splice(page.photos.findIndex(isOther), 0, photo);
  else pages.at(-1)?.photos.push(photo);
}

/**
 * Merges a fresh first page into a loaded list: adds new photos, removes deleted ones and leaves the later pages.
 *
 * @returns the list; undefined where it must be refetched: the page does not reach the loaded photos, or the list has changed
 * behind that page, as in the middle of a long batch
 */
export function withNewest(data: PhotoPages, newest: PhotoListView): PhotoPages | undefined {
  const [first, ...others] = data.pages;
  const before = data.pages.flatMap(({ photos }) => photos);
  if (!first || newest.next_cursor === null || before.length === 0) {
    return { pages: [newest], pageParams: data.pageParams.slice(0, 1) };
  }
  const here = new Set(newest.photos.map(({ id }) => id));
  const end = before.findLastIndex(({ id }) => here.has(id));
  if (end < 0) return undefined;
  const known = new Map(before.map((photo) => [photo.id, photo]));
  const fresh = newest.photos.map((photo) => replaceEqualDeep(known.get(photo.id), photo));
  const behind = new Set(before.slice(end + 1));
  const rest = (photos: PhotoView[]) => photos.filter((photo) => behind.has(photo));
  const pages = [{ ...first, photos: [...fresh, ...rest(first.photos)] }].concat(
    others.map((page) => ({ ...page, photos: rest(page.photos) })),
  );
  if (fresh.length + behind.size - before.length !== newest.total - first.total) return undefined;
  return { ...data, pages: pages.map((page) => ({ ...page, total: newest.total })) };
}

function onEachPage(data: PhotoPages, change: (photos: PhotoView[]) => PhotoView[]): PhotoPages {
  let isSame = true;
  const pages = data.pages.map((page) => {
    const photos = change(page.photos);
    if (photos === page.photos) return page;
    isSame = false;
    return { ...page, photos };
  });
  return isSame ? data : { ...data, pages };
}

const withTotal = (data: PhotoPages, difference: number): PhotoPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, total: page.total + difference })),
});

/** Looks whether something has come, or happened to the newest photos, in the list that is shown. */
export const lookForNewest = (queryClient: QueryClient): Promise<void> => queryClient.invalidateQueries(NEWEST);

/** Takes the count of each list that is shown from its first page, read again. */
export async function recount(queryClient: QueryClient): Promise<void> {
  await lookForNewest(queryClient);
  for (const { queryKey, state } of queryClient.getQueryCache().findAll(NEWEST)) {
    const { total } = (state.data ?? {}) as Partial<PhotoListView>;
    if (state.status !== 'success' || total === undefined) continue;
    const counted = (data: PhotoPages) => withTotal(data, total - (data.pages.at(-1)?.total ?? total));
    changeLists(queryClient, counted, [...LISTS.queryKey, queryKey[2]]);
  }
}
