import { publicSettingsQuery } from '@portfolio/api-client';
import type { PublicSettingsView } from '@portfolio/contracts';
import { useApi } from './contexts.ts';
import { useQuery } from './use-query.ts';

/** Settings that browsers use. */
export type PageSettings = Omit<PublicSettingsView, 'refuseAiCrawlers'>;

/** Defaults for when the settings are unavailable. */
export const NO_SETTINGS: PageSettings = {
  darkTheme: false,
  theme: 'light',
  backgroundImage: null,
  fullPageBackground: false,
  background: null,
  artistName: '',
  copyrightLine: '',
  licenceUrl: '',
  siteTitle: '',
  socialLinks: [],
  language: 'en',
  timeZone: 'UTC',
};

export const useSettings = (): PageSettings => useQuery(publicSettingsQuery(useApi())).data ?? NO_SETTINGS;

/** Name of a site without a title. */
export const NAMELESS = 'Portfolio';

export const useSiteName = (): string => useSettings().siteTitle || NAMELESS;
