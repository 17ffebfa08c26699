import { ApiError } from '@portfolio/api-client';
import type { PhotoListView, PhotoQuery, PhotoView } from '@portfolio/contracts';
import { replaceEqualDeep, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { cancelRequests, repeatRequests, requestsUnderWay } from '../../../app/data/cancel-requests.ts';
import { mapPages, photosOf, withChanged, type PhotoPages } from '../../../app/data/photo-pages.ts';

/** All cached photo lists, of every filter. */
export const LISTS = { queryKey: ['photos', 'pages'] };
/** First pages, which are refetched to find new photos. */
export const NEWEST = { queryKey: ['photos', 'newest'] };

/** Query meta of a list that merges its refetched first page instead of being refetched whole. */
export const TAKES_NEWEST = { takesNewest: true };

/** Whether a photo does not exist any more. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Changes cached lists. Their `updatedAt` stays, and invalidated lists stay invalidated.
 *
 * @param queryKey of one list; absent for all
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

/** Drops inactive lists, after a change that may move photos between lists. */
export function dropInactiveLists(queryClient: QueryClient): void {
  queryClient.removeQueries({ ...LISTS, predicate: (query) => query.getObserversCount() === 0 });
}

/** Changes photos in all cached lists, at their positions. Everything else stays the same object. */
function changePhotos(
  queryClient: QueryClient,
  ids: ReadonlySet<number>,
  change: (photo: PhotoView) => PhotoView,
): void {
  changeLists(queryClient, (data) => withChanged(data, (id) => ids.has(id), change));
  for (const id of ids)
    queryClient.setQueryData<PhotoView>(['photos', 'detail', id], (photo) => photo && change(photo));
}

export function replacePhoto(queryClient: QueryClient, photo: PhotoView): void {
  changePhotos(queryClient, new Set([photo.id]), () => photo);
}

/** Invalidates lists with one of these orders, after a change of what they are sorted by. */
export const reorder = (queryClient: QueryClient, ...sorts: PhotoQuery['sort'][]): Promise<void> =>
  queryClient.invalidateQueries({
    ...LISTS,
    predicate: ({ queryKey }) => sorts.includes((queryKey[2] as PhotoQuery).sort),
  });

/** A photo as in a cached list; undefined if none has it. */
export function findListed(queryClient: QueryClient, id: number): PhotoView | undefined {
  const lists = queryClient.getQueriesData<PhotoPages>(LISTS);
  return lists.flatMap(([, data]) => photosOf(data)).find((photo) => photo.id === id);
}

/** Shows saved photos in all lists. List requests under way are sent again. */
export async function showSaved(
  queryClient: QueryClient,
  ids: ReadonlySet<number>,
  change: (photo: PhotoView) => PhotoView,
): Promise<void> {
  const isNewestUnderWay = requestsUnderWay(queryClient, NEWEST.queryKey).length > 0;
  const cancelled = await cancelRequests(queryClient, LISTS.queryKey);
  await queryClient.cancelQueries(NEWEST);
  changePhotos(queryClient, ids, change);
  repeatRequests(cancelled);
  // A fetched first page is merged once its list has been fetched.
  if (isNewestUnderWay || cancelled.length > 0) void refetchNewest(queryClient);
}

/**
 * Removes photos from all lists. Their requests under way are sent again, those for new photos by `removeDeletedPhotos`.
 *
 * @returns a function that puts them back at their positions
 */
export async function removePhotos(queryClient: QueryClient, ids: ReadonlySet<number>): Promise<() => void> {
  const cancelled = await cancelRequests(queryClient, LISTS.queryKey);
  await queryClient.cancelQueries(NEWEST);
  // A first page that waits for a list under way to be merged is older than the removal.
  if (cancelled.length > 0) void queryClient.invalidateQueries({ ...NEWEST, refetchType: 'none' });
  const before: { key: QueryKey; photos: PhotoView[] }[] = [];
  for (const [key, data] of queryClient.getQueriesData<PhotoPages>(LISTS)) {
    const photos = data?.pages.flatMap((page) => page.photos) ?? [];
    const count = photos.filter(({ id }) => ids.has(id)).length;
    if (!data || count === 0) continue;
    before.push({ key, photos });
    const rest = mapPages(data, (page) => page.filter(({ id }) => !ids.has(id)));
    changeLists(queryClient, () => withTotal(rest, -count), key);
  }
  repeatRequests(cancelled);
  return () => {
    for (const { key, photos } of before) {
      changeLists(queryClient, (data) => withRestored(data, photos, ids), key);
    }
  };
}

/** Removes deleted photos from all lists. */
export async function removeDeletedPhotos(queryClient: QueryClient, ids: ReadonlySet<number>): Promise<void> {
  await removePhotos(queryClient, ids);
  // First pages whose request was cancelled, or that `removePhotos` has invalidated.
  void queryClient.refetchQueries({ ...NEWEST, type: 'active', stale: true });
}

/** Inserts each missing photo before the photo that followed it. */
function withRestored(data: PhotoPages, before: PhotoView[], ids: ReadonlySet<number>): PhotoPages {
  const present = new Set(photosOf(data).map(({ id }) => id));
  const missing = before.filter(({ id }) => ids.has(id) && !present.has(id));
  /** Missing photos by the photo that followed them. */
  const preceding = new Map<number, PhotoView[]>();
  let run: PhotoView[] = [];
  for (const photo of before) {
    if (missing.includes(photo)) run.push(photo);
    if (!present.has(photo.id)) continue;
    preceding.set(photo.id, run);
    run = [];
  }
  const restored = data.pages.map((page, index) => ({
    ...page,
    photos: [
      ...page.photos.flatMap((photo) => [...(preceding.get(photo.id) ?? []), photo]),
      ...(index === data.pages.length - 1 ? run : []),
    ],
  }));
  return withTotal({ ...data, pages: restored }, missing.length);
}

/**
 * Merges a fresh first page into a loaded list: adds new photos, removes deleted ones and leaves the later pages.
 *
 * @returns the list; undefined where it must be refetched: the page does not reach the loaded photos, or the list has changed
 * behind that page, as in the middle of a long batch
 */
export function withNewest(data: PhotoPages, newest: PhotoListView): PhotoPages | undefined {
  const [first] = data.pages;
  const before = data.pages.flatMap(({ photos }) => photos);
  if (!first || newest.next_cursor === null || before.length === 0) {
    return { pages: [newest], pageParams: data.pageParams.slice(0, 1) };
  }
  const newestIds = new Set(newest.photos.map(({ id }) => id));
  const end = before.findLastIndex(({ id }) => newestIds.has(id));
  if (end < 0) return undefined;
  const cached = new Map(before.map((photo) => [photo.id, photo]));
  const fresh = newest.photos.map((photo) => replaceEqualDeep(cached.get(photo.id), photo));
  const behind = new Set(before.slice(end + 1));
  if (fresh.length + behind.size - before.length !== newest.total - first.total) return undefined;
  const pages = data.pages.map((page, index) => ({
    ...page,
    photos: [...(index === 0 ? fresh : []), ...page.photos.filter((photo) => behind.has(photo))],
    total: newest.total,
  }));
  return { ...data, pages };
}

const withTotal = (data: PhotoPages, difference: number): PhotoPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, total: page.total + difference })),
});

/** Refetches the first page of the shown list. */
export const refetchNewest = (queryClient: QueryClient): Promise<void> => queryClient.invalidateQueries(NEWEST);

/** Refetches the first page of the shown list and takes over its total. */
export async function refetchTotal(queryClient: QueryClient): Promise<void> {
  await refetchNewest(queryClient);
  for (const { queryKey, state } of queryClient.getQueryCache().findAll(NEWEST)) {
    const { total } = (state.data ?? {}) as Partial<PhotoListView>;
    if (state.status !== 'success' || total === undefined) continue;
    const counted = (data: PhotoPages) => withTotal(data, total - (data.pages.at(-1)?.total ?? total));
    changeLists(queryClient, counted, [...LISTS.queryKey, queryKey[2]]);
  }
}

/** Refetches photos, galleries and counts. */
export async function refreshPhotos(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({
      queryKey: ['photos'],
      predicate: ({ meta, queryKey }) => !meta?.takesNewest && queryKey[1] !== 'tags',
    }),
    refreshCounts(queryClient),
  ]);
}

/** Refetches galleries, tags and the dashboard, which show and count photos. */
export async function refreshCounts(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [['galleries'], ['dashboard'], ['photos', 'tags']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
