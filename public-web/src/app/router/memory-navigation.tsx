import { useMemo, useState, type ReactNode } from 'react';
import { NavigationContext, locationAt, type Navigation } from './navigation.ts';

/** A navigation that begins at an address and touches no browser: for the server, where nobody goes on, and for tests. */
export function MemoryNavigation({ address, children }: { address: string; children: ReactNode }) {
  const [places, setPlaces] = useState(() => [locationAt(address, 'load')]);
  const navigation = useMemo<Navigation>(
    () => ({
      location: places.at(-1) ?? locationAt(address, 'load'),
      navigate: (to, { replace = false, state } = {}) =>
        setPlaces((before) => [
          ...before.slice(0, replace ? -1 : undefined),
          locationAt(to, replace ? 'replace' : 'push', { key: String(before.length), state }),
        ]),
      back: () => setPlaces((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    }),
    [places, address],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}
