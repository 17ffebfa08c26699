import { photoPagesQuery, photoQuery } from '@portfolio/api-client';
import type { PhotoListView, PhotoView } from '@portfolio/contracts';
import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useSiteEvents } from '../../../app/data/site-events-provider.tsx';

const PHOTOS_AT_A_TIME = 200;
/** Not below `photos`, for what changes there would have all pages fetched again while somebody chooses. */
const CHOICES = 'photo-choices';

/** What the choices are narrowed to. */
export interface ChoiceFilter {
  search: string;
  /** Id of a gallery. */
  gallery: number | undefined;
}

type Pages = InfiniteData<PhotoListView>;

/** Each photo once, whatever the pages say: twice in a gallery it could not be. */
const photosOf = (pages: Pages | undefined): PhotoView[] => [
  ...new Map(pages?.pages.flatMap(({ photos }) => photos.map((photo) => [photo.id, photo]))).values(),
];

/**
 * The photos to choose from, newest batch first, page by page. Those of the filter before stay until the new ones are there; an
 * answer to a filter that is no longer asked for is thrown away.
 *
 * @param onFresh gets a photo that has become ready, or failed, meanwhile
 */
export function usePhotoChoices(filter: ChoiceFilter, onFresh: (photo: PhotoView) => void) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const options = {
    ...photoPagesQuery(api, {
      limit: PHOTOS_AT_A_TIME,
      ...(filter.search && { search: filter.search }),
      ...(filter.gallery && { gallery_id: filter.gallery }),
    }),
    queryKey: [CHOICES, filter],
    // Each opening begins with a fresh first page, and not with as many as were scrolled through before.
    gcTime: 0,
  };
  const pages = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const photos = useMemo(() => photosOf(pages.data), [pages.data]);
  const total = pages.data?.pages[0]?.total ?? 0;

  const refresh = async (id: number) => {
    const photo = await queryClient.fetchQuery({ ...photoQuery(api, id), staleTime: 0 }).catch(() => undefined);
    if (!photo) return;
    queryClient.setQueriesData<Pages>({ queryKey: [CHOICES] }, (before) => before && withFresh(before, photo));
    if (!filter.search && !filter.gallery) {
      queryClient.setQueryData<Pages>([CHOICES, filter], (before) => before && withNew(before, photo));
    }
    onFresh(photo);
  };
  useSiteEvents((event) => {
    if (event.type === 'photo.ready' || event.type === 'photo.failed') void refresh(event.photo_id);
    if (event.type === 'open') void queryClient.invalidateQueries({ queryKey: [CHOICES] });
  });

  return {
    photos,
    total,
    isPending: pages.isPending,
    isFailed: pages.isError && !pages.data,
    /** Whether what is shown is still what was asked for before. */
    isStale: pages.isPlaceholderData,
    retry: () => void pages.refetch(),
    /** Asks for the next page, unless it is on its way, could not be had, or there is none. */
    more: () => {
      if (pages.hasNextPage && !pages.isFetching && !pages.isFetchNextPageError) void pages.fetchNextPage();
    },
    /** Whether more, or all, could not be had. */
    hasMoreFailed: pages.isError && pages.data !== undefined,
    retryMore: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
    /** Every photo that the filter lets through. Where they cannot be had, `hasMoreFailed` says so. */
    all: async (): Promise<PhotoView[]> => {
      if (!pages.hasNextPage) return photos;
      return photosOf(
        await queryClient.fetchInfiniteQuery({ ...options, pages: Math.ceil(total / PHOTOS_AT_A_TIME) + 1 }),
      );
    },
  };
}

const withFresh = (before: Pages, photo: PhotoView): Pages => ({
  ...before,
  pages: before.pages.map((page) =>
    page.photos.some(({ id }) => id === photo.id)
      ? { ...page, photos: page.photos.map((other) => (other.id === photo.id ? photo : other)) }
      : page,
  ),
});

const batchOf = ({ id, upload }: PhotoView) => upload ?? { batch_order: id, batch_place: 0 };

/** As the API orders them: the latest batch first, each in its order. */
const inUploadOrder = (one: PhotoView, other: PhotoView): number =>
  batchOf(other).batch_order - batchOf(one).batch_order ||
  batchOf(one).batch_place - batchOf(other).batch_place ||
  one.id - other.id;

/** A photo takes its place. One that belongs behind all that has been read comes with the pages that have not been. */
function withNew(before: Pages, photo: PhotoView): Pages {
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
