import { publicSettingsQuery } from '@portfolio/api-client';
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findPage } from '../../routes.tsx';
import { useApi } from '../data/contexts.ts';

/** Loads code and data of the page at an address; offline, the code only. Rejects when its code cannot be loaded. */
export type Prefetch = (address: string) => Promise<void>;

export function usePrefetch(): Prefetch {
  const [api, client] = [useApi(), useQueryClient()];
  return useMemo(
    () => async (address) => {
      const { page, params, search } = findPage(address);
      // Refreshes the settings in the background.
      void client.prefetchQuery(publicSettingsQuery(api));
      const data = page.load?.({ client, api, params, search });
      // Offline, requests wait: the page says so.
      await Promise.all([page.view.load(), onlineManager.isOnline() && data]);
    },
    [api, client],
  );
}
