import {
  pictureRights,
  readExhibitions,
  SETTING_NAMES,
  siteTitle,
  visibleText,
  type PictureView,
  type PublicSettingsView,
  type PublicTextsView,
  type SettingValues,
  type Theme,
  type WebsiteSettingsView,
} from '@portfolio/contracts';
import type { BackgroundImage } from '@portfolio/database';
import type { MediaAddress } from '../media/media-address.ts';
import { backgroundUrl, toBackgroundSettingView, toBackgroundView } from './background.view.ts';

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
    theme: values.theme as Theme,
    refuseAiCrawlers: values.refuse_ai_crawlers === 'true',
    fullPageBackground: values.full_page_background === 'true',
    backgroundImage: backgroundUrl(shown, address),
    background: shown && toBackgroundView(shown, values.background_focus, address),
    artistName: artist,
    copyrightLine: copyright,
    licenceUrl: licence,
    siteTitle: siteTitle(values),
    socialLinks: [...new Set(linesOf(values.social_links))],
    language: values.language,
    timeZone: values.time_zone,
  };
}

/** Text with LF for CRLF: clients of the API may send CRLF. */
const unixLines = (text: string) => text.replaceAll('\r\n', '\n');

export function toPublicTextsView(values: SettingValues, portrait: PictureView | null): PublicTextsView {
  const text = (value: string) => visibleText(unixLines(value));
  return {
    heroText: text(values.hero_text),
    callToAction: text(values.hero_call_to_action),
    aboutTitle: text(values.about_title),
    aboutPortrait: portrait,
    aboutStory: paragraphsOf(values.about_story),
    aboutAuthenticityTitle: text(values.about_authenticity_title),
    aboutAuthenticity: text(values.about_authenticity),
    aboutMomentTitle: text(values.about_moment_title),
    aboutMoment: text(values.about_moment),
    aboutExpressionTitle: text(values.about_expression_title),
    aboutExpression: text(values.about_expression),
    exhibitionsTitle: text(values.exhibitions_title),
    exhibitions: readExhibitions(values.exhibitions).map((exhibition) => ({
      year: text(exhibition.year),
      title: text(exhibition.title),
      place: text(exhibition.place),
      link: exhibition.link.trim(),
    })),
    contactIntro: text(values.contact_intro),
    replyPromise: text(values.reply_promise),
    contactEmail: text(values.contact_email),
    contactPhone: text(values.contact_phone),
    contactAddress: text(values.contact_address),
    imprint: linesOf(values.imprint).join('\n'),
    privacy: paragraphsOf(values.privacy),
  };
}

/** Non-blank lines, trimmed. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(visibleText)
    .filter((line) => line !== '');

/** Splits at blank lines. */
const paragraphsOf = (text: string): string[] =>
  unixLines(text)
    .split(/\n\s*\n/)
    .map(visibleText)
    .filter((paragraph) => paragraph !== '');
