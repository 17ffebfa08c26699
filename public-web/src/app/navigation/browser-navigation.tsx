import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { NavigationContext, placeAt, type Navigation, type Place } from './navigation.ts';

/** What this site writes into the browser's history. */
interface Entry {
  key: string;
  state: unknown;
}

/** The navigation of the browser's window. */
export function BrowserNavigation({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => placeNow('load'));

  useEffect(() => {
    const onPop = () => setPlace(placeNow('pop'));
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);

  const navigation = useMemo<Navigation>(
    () => ({
      place,
      go(to, { replace = false, state = null } = {}) {
        const entry: Entry = { key: Math.random().toString(36).slice(2), state };
        if (replace) history.replaceState(entry, '', to);
        else history.pushState(entry, '', to);
        setPlace(placeNow(replace ? 'replace' : 'push'));
      },
      back: () => history.back(),
    }),
    [place],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

function placeNow(how: Place['how']): Place {
  const { pathname, search, hash } = window.location;
  const entry = history.state as Partial<Entry> | null;
  return placeAt(pathname + search + hash, how, { key: entry?.key ?? '', state: entry?.state ?? null });
}
