import { photoPagesQuery, photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { requestsUnderWay } from '../../../app/data/cancel-requests.ts';
import { photosOf, withChanged, type PhotoPages } from '../../../app/data/photo-pages.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useSiteEvents } from '../../../app/data/site-events-provider.tsx';

const PAGE_SIZE = 200;
/** Not below `photos`: its invalidation would refetch all pages during the selection. */
const CHOICES = 'photo-choices';

export interface PickerFilter {
  search: string;
  /** Id of a gallery. */
  gallery: number | undefined;
}

/**
 * Photos to choose from, newest batch first. After a filter change the old photos stay until the new ones are loaded.
 *
 * @param processing ids of selected photos, which are refetched after a reconnect
 * @param onUpdate gets a photo that has become ready or failed
 */
export function usePhotoChoices(filter: PickerFilter, processing: number[], onUpdate: (photo: PhotoView) => void) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const options = {
    ...photoPagesQuery(api, {
      limit: PAGE_SIZE,
      ...(filter.search && { search: filter.search }),
      ...(filter.gallery && { gallery_id: filter.gallery }),
    }),
    queryKey: [CHOICES, filter],
    // Each opening starts with the first page only.
    gcTime: 0,
  };
  const pages = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const photos = useMemo(() => photosOf(pages.data), [pages.data]);
  const total = pages.data?.pages[0]?.total ?? 0;

  /** Waits for requests under way, whose responses would replace a change of the pages. */
  const waitForPages = async () => {
    const underWay = requestsUnderWay(queryClient, [CHOICES]);
    if (underWay.length === 0) return;
    await Promise.allSettled(underWay.map(({ query }) => query.promise));
    await waitForPages();
  };

  const refresh = async (id: number) => {
    const query = photoQuery(api, id);
    // A response under way may be older than the event.
    await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true });
    const photo = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
    if (!photo) return;
    await waitForPages();
    const isChanged = (other: number) => other === id;
    queryClient.setQueriesData<PhotoPages>(
      { queryKey: [CHOICES] },
      (before) => before && withChanged(before, isChanged, () => photo),
    );
    if (!filter.search && !filter.gallery) {
      queryClient.setQueryData<PhotoPages>([CHOICES, filter], (before) => before && withNew(before, photo));
    }
    onUpdate(photo);
  };
  const refreshInTurn = async (ids: readonly number[]) => {
    for (const id of ids) await refresh(id);
  };
  useSiteEvents((event) => {
    if (event.type === 'photo.ready' || event.type === 'photo.failed') void refresh(event.photo_id);
    if (event.type !== 'open') return;
    void queryClient.invalidateQueries({ queryKey: [CHOICES] });
    void refreshInTurn(processing);
  });

  return {
    photos,
    total,
    /** The empty list of an earlier filter stays while the next one loads. */
    isLoading: pages.isPending || (pages.isPlaceholderData && total === 0),
    /** Whether the last fetch failed. Earlier photos are still shown. */
    isFailed: pages.isError,
    isFetching: pages.isFetching,
    /** Whether the photos are of the previous filter. */
    isStale: pages.isPlaceholderData,
    /** Fetches the next page, except after a failure. */
    more: () => {
      if (!pages.hasNextPage || pages.isFetching || pages.isFetchNextPageError) return;
      void pages.fetchNextPage({ cancelRefetch: false });
    },
    /** Repeats the failed request. */
    retry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
    /** Fetches all photos of the filter. Rejects on failure, and sets `isFailed`. */
    all: async (): Promise<PhotoView[]> => {
      let now: Pick<typeof pages, 'data' | 'error' | 'hasNextPage' | 'isPlaceholderData'> = pages;
      while (!now.data || now.isPlaceholderData || now.hasNextPage) {
        // Waits for a request under way instead of cancelling it.
        now = await pages.fetchNextPage({ cancelRefetch: false });
        if (now.error) throw now.error;
      }
      return photosOf(now.data);
    },
  };
}

const batchOf = ({ id, upload }: PhotoView) => upload ?? { batch_order: id, batch_place: 0 };

/** Order of the API: the latest batch first. */
const inUploadOrder = (one: PhotoView, other: PhotoView): number =>
  batchOf(other).batch_order - batchOf(one).batch_order ||
  batchOf(one).batch_place - batchOf(other).batch_place ||
  one.id - other.id;

/** Inserts a photo at its position, unless that is beyond the loaded pages. */
function withNew(before: PhotoPages, photo: PhotoView): PhotoPages {
  const at = before.pages.findIndex(
    ({ photos, next_cursor }) => next_cursor === null || photos.some((other) => inUploadOrder(photo, other) <= 0),
  );
  if (at < 0 || before.pages[at]!.photos.some(({ id }) => id === photo.id)) return before;
  const pages = before.pages.map(({ photos, total, ...page }, index) => ({
    ...page,
    photos: index === at ? [...photos, photo].sort(inUploadOrder) : photos,
    total: total + 1,
  }));
  return { ...before, pages };
}
