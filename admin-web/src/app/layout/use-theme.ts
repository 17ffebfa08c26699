import type { PublicSettingsView } from '@portfolio/contracts';
import { useLayoutEffect, useSyncExternalStore } from 'react';

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  const query = systemIsDark();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Sets the document's theme: dark if the site or the system is. Restores it on unmount. */
export function useTheme(site: PublicSettingsView | undefined): void {
  const isSystemDark = useSyncExternalStore(subscribe, () => systemIsDark().matches);
  const isDark = site?.darkTheme || isSystemDark;

  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    dataset.theme = isDark ? 'dark' : 'light';
    return () => {
      if (before === undefined) delete dataset.theme;
      else dataset.theme = before;
    };
  }, [isDark]);
}
