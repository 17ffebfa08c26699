import { publicSettingsQuery } from '@portfolio/api-client';
import type { PublicSettingsView } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from './api-context.ts';

/** What holds where the settings cannot be had: a light page without a background and without a name. */
export const NO_SETTINGS: PublicSettingsView = {
  darkTheme: false,
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

/** What the artist has set for the public pages. */
export const useSettings = (): PublicSettingsView => useQuery(publicSettingsQuery(useApi())).data ?? NO_SETTINGS;

/** What a site is called that has no name. */
export const NAMELESS = 'Portfolio';

/** What the site is called. */
export const useSiteName = (): string => useSettings().siteTitle || NAMELESS;
