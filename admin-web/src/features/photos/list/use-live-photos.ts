import { photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useSiteEvents } from '../../../app/data/site-events-provider.tsx';
import { requestsUnderWay } from '../../../app/data/cancel-requests.ts';
import { findListed, LISTS, NEWEST, refetchNewest, replacePhoto } from '../cache/photo-cache.ts';
import { clearRenderProgress, setRenderProgress } from '../cache/render-progress.ts';

/** Milliseconds between polls of processing photos, while no events arrive. */
const POLL_INTERVAL_MS = 10_000;
/** Photos per poll, the first of the list. */
const POLLED = 20;

/**
 * Live updates of the list: refetches a photo when its first rendition exists, and when it becomes ready or fails.
 *
 * @param isByStatus whether the list is filtered by status, so that photos enter and leave it
 */
export function useLivePhotos(photos: PhotoView[], isByStatus: boolean): void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const lastEvent = useRef(0);
  const processing = useMemo(
    () => photos.filter(({ status }) => status === 'processing').map(({ id }) => id),
    [photos],
  );
  /** Photos whose first rendition has been fetched. */
  const fetchedEarly = useRef(new Set<number>());

  const refetch = async (id: number): Promise<void> => {
    const query = photoQuery(api, id);
    const before = findListed(queryClient, id);
    // A response under way may be older than the event.
    await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true });
    // The next poll or the end of the processing retries a failed request.
    const photo = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
    if (!photo) return;
    // Saved after the request.
    if (before && findListed(queryClient, id) !== before) return refetch(id);
    replacePhoto(queryClient, photo);
    if (photo.status === 'processing') return;
    // Responses under way may be older. A cancelled page would be requested again at each event of a large upload.
    if (requestsUnderWay(queryClient, NEWEST.queryKey).length > 0) void refetchNewest(queryClient);
    const pages = requestsUnderWay(queryClient, LISTS.queryKey);
    await Promise.allSettled(pages.map(({ query }) => query.promise));
    if (pages.length > 0 && findListed(queryClient, id)?.status === 'processing') return refetch(id);
  };
  const catchUp = async (ids: number[]) => {
    void refetchNewest(queryClient);
    for (const id of ids) await refetch(id);
  };

  useSiteEvents((event) => {
    lastEvent.current = Date.now();
    if (event.type === 'photo.progress') {
      setRenderProgress(event.photo_id, event.percent);
      // The smallest rendition exists at the first progress event.
      const hasNoRendition = photos.some(({ id, renditions }) => id === event.photo_id && renditions.length === 0);
      if (hasNoRendition && !fetchedEarly.current.has(event.photo_id)) {
        fetchedEarly.current.add(event.photo_id);
        void refetch(event.photo_id);
      }
    }
    if (event.type === 'photo.ready' || event.type === 'photo.failed') {
      clearRenderProgress(event.photo_id);
      fetchedEarly.current.delete(event.photo_id);
      const isCached = findListed(queryClient, event.photo_id) !== undefined;
      const isOpen = queryClient.getQueryData(photoQuery(api, event.photo_id).queryKey) !== undefined;
      if (isCached || isOpen) void refetch(event.photo_id);
      if (!isCached || isByStatus) void refetchNewest(queryClient);
    }
    // Events were lost, such as those of a hidden tab.
    if (event.type === 'open') void catchUp(processing);
  });

  const poll = useEffectEvent(() => {
    if (document.hidden || Date.now() - lastEvent.current < POLL_INTERVAL_MS) return;
    void catchUp(processing.slice(0, POLLED));
  });
  const isAnyProcessing = processing.length > 0;
  useEffect(() => {
    if (!isAnyProcessing) return;
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isAnyProcessing]);
}
