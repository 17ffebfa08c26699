import { publicSettingsQuery } from '@portfolio/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findPage } from '../../routes.tsx';
import { useApi } from '../data/api-context.ts';

/** Starts to fetch the page at an address of the site, code and data. Fails where its code cannot be had. */
export type Prefetch = (address: string) => Promise<void>;

export function usePrefetch(): Prefetch {
  const [api, client] = [useApi(), useQueryClient()];
  return useMemo(
    () => async (address) => {
      const { page, params, search } = findPage(address);
      // No page waits for it: a new look comes in as soon as it is known. When it cannot be asked for, the last one stays.
      void client.prefetchQuery(publicSettingsQuery(api));
      await Promise.all([page.view.ready(), page.load?.({ client, api, params, search })]);
    },
    [api, client],
  );
}
