import { photoPagesQuery, queryString, type Api } from '@portfolio/api-client';
import type { PhotoListView, PhotoView } from '@portfolio/contracts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { changeLists, withNewest, type PhotoPages } from './photo-cache.ts';
import { isSameFilter, isWithin, NO_FILTER, passing, toPhotoQuery, type PhotoFilter } from './photo-filter.ts';
import { TAKES_NEWEST } from './refresh-photos.ts';

/** Few enough that the first ones are there at once. */
const PAGE = 100;
/** How many photos further than the last one in sight are read. */
const AHEAD = 200;
/** Milliseconds for which a list that was left is not read anew as a whole, but for its first page. */
const FRESH = 60_000;

export interface PhotoList {
  /** Those that pass the filter, newest first, as far as they are known. */
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
 * that was read holds everything from the newest photo down to its last, so the one that reaches furthest leaves no gap, and
 * what comes later comes after it.
 *
 * @param filter at this moment
 * @param settled what the server is asked for, which follows a little later
 * @param reach how many photos are wanted, counted from the first
 */
export function usePhotoList(filter: PhotoFilter, settled: PhotoFilter, reach: number): PhotoList {
  const { api } = useAdmin();
  const all = useInfiniteQuery({ ...pagesOf(api, NO_FILTER), enabled: false });
  const asked = useInfiniteQuery(pagesOf(api, settled));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = asked;
  useNewest(settled, data, asked.isFetchedAfterMount);

  const [last, setLast] = useState<Source>();
  if (data && last?.data !== data) setLast({ filter: settled, data });

  const isAnswered = data !== undefined && isSameFilter(filter, settled);
  const answered = useMemo(() => (isAnswered ? flat(data) : []), [isAnswered, data]);
  const isToldWhole = isAnswered && !hasNextPage;
  const source = furthest([last, all.data && { filter: NO_FILTER, data: all.data }], filter)?.data;
  const { search, galleryId, status, visibility, isForSale } = filter;
  // What has been changed here since may pass no more. What is searched for is left to the server.
  const told = useMemo(
    () => passing(answered, { search: '', galleryId, status, visibility, isForSale }),
    [answered, galleryId, status, visibility, isForSale],
  );
  const gone = answered.length - told.length;
  const known = useMemo(
    () => (source && !isToldWhole ? passing(flat(source), { search, galleryId, status, visibility, isForSale }) : []),
    [source, isToldWhole, search, galleryId, status, visibility, isForSale],
  );
  const photos = useMemo(() => {
    if (!isAnswered) return known;
    const end = answered.at(-1)?.id;
    return end === undefined || isToldWhole ? told : [...told, ...known.filter(({ id }) => id < end)];
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

/** The list that reaches furthest of those that hold all that passes the filter. */
function furthest(sources: (Source | undefined)[], filter: PhotoFilter): Source | undefined {
  const reach = ({ data }: Source) => (data.pages.at(-1)?.next_cursor ? (lastId(data) ?? Infinity) : 0);
  return sources
    .filter((source): source is Source => source !== undefined && isWithin(filter, source.filter))
    .sort((one, other) => reach(one) - reach(other))[0];
}

const flat = (data: PhotoPages) => data.pages.flatMap(({ photos }) => photos);

const lastId = (data: PhotoPages) => data.pages.findLast(({ photos }) => photos.length > 0)?.photos.at(-1)?.id;
