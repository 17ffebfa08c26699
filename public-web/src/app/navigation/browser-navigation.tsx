import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { placeNow } from './history-entry.ts';
import { NavigationContext, type Navigation } from './navigation.ts';
import { PageChanges } from './page-changes.ts';
import { usePrepare } from './prepare.ts';

/** The navigation of the browser's window. */
export function BrowserNavigation({ children }: { children: ReactNode }) {
  const prepare = usePrepare();
  const [place, setPlace] = useState(() => placeNow('load'));
  const [changes] = useState(() => new PageChanges(place, prepare, setPlace));

  useEffect(() => changes.listen(), [changes]);

  const navigation = useMemo<Navigation>(
    () => ({ place, go: changes.go, back: () => history.back() }),
    [place, changes],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}
