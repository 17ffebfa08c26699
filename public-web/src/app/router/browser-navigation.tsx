import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { currentLocation } from './history-entry.ts';
import { NavigationContext, type Navigation } from './navigation.ts';
import { PageChanges } from './page-changes.ts';
import { usePrefetch } from './prefetch.ts';

/** The navigation of the browser's window. */
export function BrowserNavigation({ children }: { children: ReactNode }) {
  const prefetch = usePrefetch();
  const [location, setLocation] = useState(() => currentLocation('load'));
  const [changes] = useState(() => new PageChanges(location, prefetch, setLocation));

  useEffect(() => changes.listen(), [changes]);

  const navigation = useMemo<Navigation>(
    () => ({ location, navigate: changes.go, back: () => history.back() }),
    [location, changes],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}
