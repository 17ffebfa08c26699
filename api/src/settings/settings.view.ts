import {
  pictureRights,
  SETTING_NAMES,
  siteTitle,
  type PublicSettingsView,
  type SettingValues,
  type WebsiteSettingsView,
} from '@portfolio/contracts';
import type { BackgroundImage } from '@portfolio/database';
import type { MediaAddress } from '../media/media-address.ts';
import { backgroundUrl, toBackgroundSettingView, toBackgroundView } from './background.view.ts';
import { linesOf } from './site-texts.view.ts';

export function toWebsiteSettingsView(
  values: SettingValues,
  { latest, shown }: { latest: BackgroundImage | null; shown: BackgroundImage | null },
  address: MediaAddress,
): WebsiteSettingsView {
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, { value: values[name] }])) as Omit<
    WebsiteSettingsView['settings'],
    'background_image'
  >;
  return { settings: { ...settings, background_image: toBackgroundSettingView(latest, shown, address) } };
}

export function toPublicSettingsView(
  values: SettingValues,
  shown: BackgroundImage | null,
  address: MediaAddress,
): PublicSettingsView {
  const { artist, copyright, licence } = pictureRights(values);
  return {
    darkTheme: values.dark_theme === 'true',
    fullPageBackground: values.full_page_background === 'true',
    backgroundImage: backgroundUrl(shown, address),
    background: shown && toBackgroundView(shown, address),
    artistName: artist,
    copyrightLine: copyright,
    licenceUrl: licence,
    siteTitle: siteTitle(values),
    socialLinks: [...new Set(linesOf(values.social_links))],
    language: values.language,
    timeZone: values.time_zone,
  };
}
