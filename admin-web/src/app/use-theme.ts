import { publicSettingsQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useAdmin } from './admin-context.ts';

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  const query = systemIsDark();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Makes the document dark where the site is, or else where the system asks for it; and leaves it as it was. */
export function useTheme(): void {
  const { api } = useAdmin();
  const { data } = useQuery(publicSettingsQuery(api));
  const isSystemDark = useSyncExternalStore(subscribe, () => systemIsDark().matches);
  const isDark = data?.darkTheme || isSystemDark;

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
