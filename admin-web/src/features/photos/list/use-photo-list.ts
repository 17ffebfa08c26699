import { photoPagesQuery, queryString, type Api } from '@portfolio/api-client';
import type { PhotoListView, PhotoView } from '@portfolio/contracts';
import { useInfiniteQuery, useQuery, useQueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { photosOf, type PhotoPages } from '../../../app/data/photo-pages.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { changeLists, TAKES_NEWEST, withNewest } from '../cache/photo-cache.ts';
import { filterPhotos, isSameFilter, isWithin, type PhotoFilter } from './photo-filter.ts';

const PAGE_SIZE = 100;
/** Photos prefetched beyond the last visible one. */
const PREFETCHED = 200;
/** Milliseconds until a list is refetched whole on return to it. */
const STALE_TIME = 60_000;

export type PhotoList = ReturnType<typeof usePhotoList>;

interface Source {
  filter: PhotoFilter;
  data: PhotoPages;
}

const pagesQuery = (api: Api, filter: PhotoFilter) => ({
  ...photoPagesQuery(api, { limit: PAGE_SIZE, ...filter }),
  staleTime: STALE_TIME,
  meta: TAKES_NEWEST,
});

/**
 * Filtered photos: first from the previous or the unfiltered list, then from the server. A cached list is
 * gapless from its first photo, so it can extend the server's pages.
 *
 * @param filter with the search as typed
 * @param debouncedFilter the debounced filter, which the server gets
 * @param visibleEnd index after the last visible photo
 */
export function usePhotoList(filter: PhotoFilter, debouncedFilter: PhotoFilter, visibleEnd: number) {
  const { api } = useAdmin();
  const { sort } = filter;
  const all = useInfiniteQuery({ ...pagesQuery(api, { sort }), enabled: false });
  const pages = useInfiniteQuery(pagesQuery(api, debouncedFilter));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  useNewest(debouncedFilter, pages);

  const [last, setLast] = useState<Source>();
  if (data && last?.data !== data) setLast({ filter: debouncedFilter, data });

  const isCurrent = data !== undefined && isSameFilter(filter, debouncedFilter);
  const fetched = useMemo(() => (isCurrent ? photosOf(data) : []), [isCurrent, data]);
  const isWhole = isCurrent && !hasNextPage;
  // Local changes may exclude fetched photos. The search is left to the server.
  const filtered = useMemo(() => filterPhotos(fetched, { ...filter, search: undefined }), [fetched, filter]);
  const excluded = fetched.length - filtered.length;
  const allData = all.data;
  const cached = useMemo(() => {
    if (isWhole) return [];
    return longest([last, allData && { filter: { sort }, data: allData }], filter);
  }, [last, allData, isWhole, filter, sort]);
  const photos = useMemo(() => {
    if (!isCurrent) return cached;
    return isWhole ? filtered : [...filtered, ...after(fetched, cached)];
  }, [isCurrent, isWhole, fetched, filtered, cached]);

  const wanted = visibleEnd + PREFETCHED;
  const needsMore = isCurrent && hasNextPage && filtered.length < wanted && !isFetching && !isFetchNextPageError;
  // A fast response may change nothing but the number of pages between two renders.
  const pageCount = data?.pages.length;
  useEffect(() => {
    if (needsMore) void fetchNextPage({ cancelRefetch: false });
  }, [needsMore, pageCount, fetchNextPage]);

  return {
    photos,
    /** Undefined until loaded. The totals of pages loaded after a change lack the photos that it has excluded. */
    total: isCurrent
      ? Math.max((data.pages.at(excluded > 0 ? 0 : -1)?.total ?? 0) - excluded, photos.length)
      : undefined,
    /** Whether all photos are loaded. */
    isWhole,
    /** Whether the first or a further page failed to load. */
    isFailed: (pages.isError && !data) || isFetchNextPageError,
    retry: () => void (data ? fetchNextPage() : pages.refetch()),
  };
}

/** Refetches the first page when it is invalidated, and merges it into the list. */
function useNewest(
  filter: PhotoFilter,
  { data: list, isFetching, isFetchedAfterMount }: UseInfiniteQueryResult<PhotoPages>,
): void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const first = { limit: PAGE_SIZE, ...filter };
  const { data: newest, isStale } = useQuery({
    queryKey: ['photos', 'newest', first],
    queryFn: ({ signal }) => api.get<PhotoListView>(`/photos${queryString(first)}`, signal),
    // A list cached before the mount may have missed events.
    initialData: () => (isFetchedAfterMount ? list?.pages[0] : undefined),
    enabled: list !== undefined,
    staleTime: Infinity,
    // A cached first page would be older than the list.
    gcTime: 0,
  });

  const lastMerged = useRef<PhotoListView>(undefined);
  const merge = useEffectEvent((page: PhotoListView) => {
    if (!list || lastMerged.current === page) return;
    const isInList = list.pages[0] === page;
    // The response of a further page would overwrite the list; a stale first page may lack a change.
    if ((isFetching || isStale) && !isInList) return;
    lastMerged.current = page;
    if (isInList) return;
    const { queryKey } = pagesQuery(api, filter);
    const merged = withNewest(list, page);
    if (merged) changeLists(queryClient, () => merged, queryKey);
    else void queryClient.invalidateQueries({ queryKey });
  });
  useEffect(() => {
    if (newest) merge(newest);
  }, [newest, isFetching, isStale]);
}

/** The filtered photos of the longest list that includes all of them. */
function longest(sources: (Source | undefined)[], filter: PhotoFilter): PhotoView[] {
  const lists = sources
    .filter((source): source is Source => source !== undefined && isWithin(filter, source.filter))
    .map(({ data }) => filterPhotos(photosOf(data), filter));
  return lists.sort((one, other) => other.length - one.length)[0] ?? [];
}

/** The cached photos after the last fetched one; both lists have one order. */
function after(fetched: PhotoView[], cached: PhotoView[]): PhotoView[] {
  const ids = new Set(fetched.map(({ id }) => id));
  const end = cached.findLastIndex(({ id }) => ids.has(id));
  return end < 0 ? [] : cached.slice(end + 1);
}
