import { publicSettingsQuery } from '@portfolio/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findPage } from '../../routes.tsx';
import { useApi } from '../data/contexts.ts';

/** Loads code and data of the page at an address. Rejects when its code cannot be loaded. */
export type Prefetch = (address: string) => Promise<void>;

export function usePrefetch(): Prefetch {
  const [api, client] = [useApi(), useQueryClient()];
  return useMemo(
    () => async (address) => {
      const { page, params, search } = findPage(address);
      // Refreshes the settings in the background.
      void client.prefetchQuery(publicSettingsQuery(api));
      await Promise.all([page.view.load(), page.load?.({ client, api, params, search })]);
    },
    [api, client],
  );
}
