import { allGalleriesQuery } from '@portfolio/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { useSiteEvents } from '../../app/data/site-events-provider.tsx';

/** Milliseconds in which many photos becoming ready are one reason to look. */
const PAUSE = 1_000;

/** Has the galleries fetched again when a photo becomes ready, for it may be a cover. */
export function useReadyCovers(): void {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useSiteEvents(({ type }) => {
    if (type !== 'photo.ready' && type !== 'open') return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: allGalleriesQuery(api).queryKey });
    }, PAUSE);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
