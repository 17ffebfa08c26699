import { photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useSiteEvents } from '../../../app/data/site-events-provider.tsx';
import { isListed, lookForNewest, putPhotoInPlace } from '../cache/photo-cache.ts';
import { renderProgress } from '../cache/render-progress.ts';

/** Milliseconds between looks at photos that are being prepared, where no events tell of them. */
const POLL_INTERVAL = 10_000;
/** How many photos are looked at one by one; of more, the newest are enough. */
const FEW = 20;

/**
 * Keeps the photos of the list as they are on the site: each is read alone, in its place, when it has its first small picture,
 * and when it gets ready or fails.
 *
 * @param isByStatus whether the list is one of a status, which photos enter and leave
 */
export function useLivePhotos(photos: PhotoView[], isByStatus: boolean): void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const lastEvent = useRef(0);
  const processing = useMemo(
    () => photos.filter(({ status }) => status === 'processing').map(({ id }) => id),
    [photos],
  );
  /** Those of which the first picture has been asked for. */
  const looked = useRef(new Set<number>());

  const read = async (id: number) => {
    const query = photoQuery(api, id);
    // An answer that is on its way may be of before what was just told.
    await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true });
    // What cannot be read now is looked at again later.
    const photo = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
    if (photo) putPhotoInPlace(queryClient, photo);
  };
  const catchUp = () => {
    void lookForNewest(queryClient);
    for (const id of processing.slice(0, FEW)) void read(id);
  };

  useSiteEvents((event) => {
    lastEvent.current = Date.now();
    if (event.type === 'photo.progress') {
      renderProgress.set(event.photo_id, event.percent);
      // Its smallest picture is there with the first word of it.
      const isBare = photos.some(({ id, renditions }) => id === event.photo_id && renditions.length === 0);
      if (isBare && !looked.current.has(event.photo_id)) void read(event.photo_id);
      looked.current.add(event.photo_id);
    }
    if (event.type === 'photo.ready' || event.type === 'photo.failed') {
      renderProgress.forget(event.photo_id);
      looked.current.delete(event.photo_id);
      const isKnown = isListed(queryClient, event.photo_id);
      if (isKnown) void read(event.photo_id);
      if (!isKnown || isByStatus) void lookForNewest(queryClient);
    }
    if (event.type === 'open') catchUp();
  });

  const poll = useEffectEvent(() => {
    if (Date.now() - lastEvent.current >= POLL_INTERVAL) catchUp();
  });
  const isAnyProcessing = processing.length > 0;
  useEffect(() => {
    if (!isAnyProcessing) return;
    const timer = setInterval(poll, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [isAnyProcessing]);
}
