import { photoPagesQuery, queryString, type Api } from '@portfolio/api-client';
import type { PhotoListView, PhotoView } from '@portfolio/contracts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { changeLists, withNewest, type PhotoPages } from '../cache/photo-cache.ts';
import { isSameFilter, isWithin, NO_FILTER, passing, toPhotoQuery, type PhotoFilter } from './photo-filter.ts';
import { TAKES_NEWEST } from '../cache/refresh-photos.ts';

/** Few enough that the first ones are there at once. */
const PAGE = 100;
/** How many photos further than the last one in sight are read. */
const AHEAD = 200;
/** Milliseconds for which a list that was left is not read anew as a whole, but for its first page. */
const FRESH = 60_000;

export interface PhotoList {
  /** Those that pass the filter, in its order, as far as they are known. */
  photos: PhotoView[];
  /** How many pass in all; undefined until the server has said. */
  total: number | undefined;
  /** Whether all of them are known. */
  isWhole: boolean;
  /** The first ones could not be had, or further ones. */
  isFailed: boolean;
  retry: () => void;
}

interface Source {
  filter: PhotoFilter;
  data: PhotoPages;
}

const pagesOf = (api: Api, filter: PhotoFilter) => ({
  ...photoPagesQuery(api, { limit: PAGE, ...toPhotoQuery(filter) }),
  staleTime: FRESH,
  meta: TAKES_NEWEST,
});

/**
 * The photos that pass a filter: at once those among all that have been read, and the rest as the server gives them. Each list
 * that was read holds everything from its first photo to its last, so of those in the same order the one that reaches furthest
 * leaves no gap, and what comes later comes after it.
 *
 * @param filter at this moment
 * @param settled what the server is asked for, which follows a little later
 * @param reach how many photos are wanted, counted from the first
 */
export function usePhotoList(filter: PhotoFilter, settled: PhotoFilter, reach: number): PhotoList {
  const { api } = useAdmin();
  const { search, galleryId, status, visibility, isForSale, sort } = filter;
  const all = useInfiniteQuery({ ...pagesOf(api, { ...NO_FILTER, sort }), enabled: false });
  const asked = useInfiniteQuery(pagesOf(api, settled));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = asked;
  useNewest(settled, data, asked.isFetchedAfterMount);

  const [last, setLast] = useState<Source>();
  if (data && last?.data !== data) setLast({ filter: settled, data });

  const isAnswered = data !== undefined && isSameFilter(filter, settled);
  const answered = useMemo(() => (isAnswered ? flat(data) : []), [isAnswered, data]);
  const isToldWhole = isAnswered && !hasNextPage;
  // What has been changed here since may pass no more. What is searched for is left to the server.
  const told = useMemo(
    () => passing(answered, { search: '', galleryId, status, visibility, isForSale, sort }),
    [answered, galleryId, status, visibility, isForSale, sort],
  );
  const gone = answered.length - told.length;
  const allData = all.data;
  const known = useMemo(() => {
    if (isToldWhole) return [];
    const wanted = { search, galleryId, status, visibility, isForSale, sort };
    return furthest([last, allData && { filter: { ...NO_FILTER, sort }, data: allData }], wanted);
  }, [last, allData, isToldWhole, search, galleryId, status, visibility, isForSale, sort]);
  const photos = useMemo(() => {
    if (!isAnswered) return known;
    return isToldWhole ? told : [...told, ...behind(answered, known)];
  }, [isAnswered, isToldWhole, answered, told, known]);

  const wanted = Math.min(reach + AHEAD, data?.pages.at(-1)?.total ?? 0);
  const isWanted = isAnswered && hasNextPage && answered.length < wanted && !isFetching && !isFetchNextPageError;
  // An answer may come so soon that nothing but the pages has changed from one to the next.
  const pages = data?.pages.length;
  useEffect(() => {
    if (isWanted) void fetchNextPage({ cancelRefetch: false });
  }, [isWanted, pages, fetchNextPage]);

  return {
    photos,
    total: isAnswered ? Math.max((data.pages.at(-1)?.total ?? 0) - gone, photos.length) : undefined,
    isWhole: isToldWhole,
    isFailed: (asked.isError && !data) || isFetchNextPageError,
    retry: () => void (data ? fetchNextPage() : asked.refetch()),
  };
}

/**
 * Reads the first page again when it is told that something has come, and puts it before what was read.
 *
 * @param isFresh whether the list was read just now; one from an earlier visit has heard of nothing since
 */
function useNewest(filter: PhotoFilter, listed: PhotoPages | undefined, isFresh: boolean): void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const first = { limit: PAGE, ...toPhotoQuery(filter) };
  const { data: newest } = useQuery({
    queryKey: ['photos', 'newest', first],
    queryFn: ({ signal }) => api.get<PhotoListView>(`/photos${queryString(first)}`, signal),
    initialData: () => (isFresh ? listed?.pages[0] : undefined),
    enabled: listed !== undefined,
    staleTime: Infinity,
    // One from an earlier visit would be older than the list.
    gcTime: 0,
  });

  const merge = useEffectEvent((page: PhotoListView) => {
    if (!listed || listed.pages[0] === page) return;
    const { queryKey } = pagesOf(api, filter);
    const merged = withNewest(listed, page);
    if (merged) changeLists(queryClient, () => merged, queryKey);
    else void queryClient.invalidateQueries({ queryKey });
  });
  useEffect(() => {
    if (newest) merge(newest);
  }, [newest]);
}

/** What passes the filter in the list that reaches furthest, of those that hold all that passes it. */
function furthest(sources: (Source | undefined)[], filter: PhotoFilter): PhotoView[] {
  const held = sources
    .filter((source): source is Source => source !== undefined && isWithin(filter, source.filter))
    .map(({ data }) => passing(flat(data), filter));
  return held.sort((one, other) => other.length - one.length)[0] ?? [];
}

/** What a list knows behind the end of another one in the same order. */
function behind(answered: PhotoView[], known: PhotoView[]): PhotoView[] {
  const here = new Set(answered.map(({ id }) => id));
  const end = known.findLastIndex(({ id }) => here.has(id));
  return end < 0 ? [] : known.slice(end + 1);
}

/** Each photo once: one that was renamed between two pages may be in both. */
const flat = (data: PhotoPages): PhotoView[] => [
  ...new Map(data.pages.flatMap(({ photos }) => photos.map((photo) => [photo.id, photo]))).values(),
];
