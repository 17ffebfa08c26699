import {
  SETTING_NAMES,
  type PictureRights,
  type PublicSettingsView,
  type WebsiteSettingsView,
} from '@portfolio/contracts';
import type { BackgroundImage } from '@portfolio/database';
import type { MediaAddress } from '../media/media-address.ts';
import { backgroundUrl, toBackgroundSettingView, toBackgroundView } from './background.view.ts';
import type { SettingValues } from './settings.repository.ts';

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

/** @param shown the background image that visitors see */
export function toPublicSettingsView(
  values: SettingValues,
  rights: PictureRights,
  shown: BackgroundImage | null,
  address: MediaAddress,
): PublicSettingsView {
  return {
    darkTheme: values.dark_theme === 'true',
    fullPageBackground: values.full_page_background === 'true',
    backgroundImage: backgroundUrl(shown, address),
    background: shown && toBackgroundView(shown, address),
    artistName: rights.artist,
    copyrightLine: rights.copyright,
    licenceUrl: rights.licence,
  };
}
