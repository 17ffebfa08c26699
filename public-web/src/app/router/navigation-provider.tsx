import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { NavigationContext, locationAt, type Navigation } from './navigation.ts';
import { currentLocation, PageChanges } from './page-changes.ts';
import { usePrefetch } from './prefetch.ts';

/** Navigation of the browser's window. */
export function BrowserNavigation({ children }: { children: ReactNode }) {
  const prefetch = usePrefetch();
  const [location, setLocation] = useState(() => currentLocation('load'));
  const [changes] = useState(() => new PageChanges(location, prefetch, setLocation));

  useEffect(() => changes.listen(), [changes]);

  const navigation = useMemo<Navigation>(
    () => ({ location, navigate: changes.navigate, back: () => history.back() }),
    [location, changes],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

/** Navigation in memory, for the server and tests. */
export function MemoryNavigation({ address, children }: { address: string; children: ReactNode }) {
  const [entries, setEntries] = useState(() => [locationAt(address, 'load')]);
  const navigation = useMemo<Navigation>(
    () => ({
      location: entries.at(-1) ?? locationAt(address, 'load'),
      navigate: (to, { replace = false, state } = {}) =>
        setEntries((before) => [
          ...before.slice(0, replace ? -1 : undefined),
          locationAt(to, replace ? 'replace' : 'push', {
            // A replaced entry keeps its key.
            key: replace ? (before.at(-1)?.key ?? '') : String(before.length),
            state,
          }),
        ]),
      back: () => setEntries((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    }),
    [entries, address],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}
