import { dashboardQuery } from '@portfolio/api-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAdmin } from './admin-context.ts';
import { useSiteEvents } from '../data/site-events-provider.tsx';

/** Milliseconds in which everything that happens is answered by counting once: two hundred uploads end nearly together. */
const TOGETHER = 500;

/** How many comments wait and how many messages are unread, kept fresh by what happens on the site. Undefined until known. */
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
    }, TOGETHER);
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
