import { dashboardQuery } from '@portfolio/api-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAdmin } from './admin-context.ts';
import { useSiteEvents } from '../data/site-events-provider.tsx';

/** Milliseconds in which events share one refetch: 200 uploads may end at once. */
const THROTTLE_MS = 500;

/** Counts of pending comments and unread messages, refetched at events of the site; undefined while they load. */
export function useSiteCounts(): { pendingComments: number; unreadMessages: number } | undefined {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { data } = useQuery(dashboardQuery(api));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useSiteEvents(({ type }) => {
    if (type === 'photo.progress') return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: dashboardQuery(api).queryKey });
    }, THROTTLE_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return data;
}
