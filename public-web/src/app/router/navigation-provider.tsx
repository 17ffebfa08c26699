import { publicSettingsQuery } from '@portfolio/api-client';
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { findPage } from '../../routes.tsx';
import { useApi } from '../data/contexts.ts';
import { NavigationContext, type Navigation } from './navigation.ts';
import { currentLocation, PageChanges } from './page-changes.ts';

/** Navigation of the browser's window. */
export function BrowserNavigation({ children }: { children: ReactNode }) {
  const prefetch = usePrefetch();
  const [location, setLocation] = useState(() => currentLocation('load'));
  const [changes] = useState(() => new PageChanges(location, prefetch, setLocation));

  useEffect(() => changes.listen(), [changes]);

  const navigation = useMemo<Navigation>(
    () => ({ location, prefetch, navigate: changes.navigate, back: () => history.back() }),
    [location, prefetch, changes],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

export function usePrefetch(): Navigation['prefetch'] {
  const [api, client] = [useApi(), useQueryClient()];
  return useCallback(
    async (address) => {
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
