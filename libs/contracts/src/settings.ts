import { IsObject } from 'class-validator';
import { exhibitionsFault } from './exhibitions.ts';
import { LIMITS, MAX_ID } from './limits.ts';
import type { PictureView } from './photos/photo-views.ts';
import { SITE_TEXTS } from './site-texts.ts';
import { ADDRESS_MESSAGE, ADDRESS_PATTERN, EMAIL_PATTERN, hasAtMost, isBlank, visibleText } from './validation.ts';

/**
 * Format of a setting's value. `switch` is 'true' or 'false', `addresses` has one http or https address a line, `language` is
 * a BCP 47 tag, `time zone` an IANA name, `choice` one of `choices`, `photo` the id of a photo, `exhibitions` a JSON list,
 * `point` two fractions of width and height. All but `switch` may be empty.
 */
type SettingKind =
  | 'switch'
  | 'choice'
  | 'text'
  | 'address'
  | 'addresses'
  | 'email'
  | 'language'
  | 'time zone'
  | 'photo'
  | 'exhibitions'
  | 'point';

interface SettingRules {
  kind: SettingKind;
  /** Name in messages. */
  label: string;
  default: string;
  choices?: readonly string[];
  /** Maximum length in characters. */
  max?: number;
  /** Whether an empty value falls back to the default. */
  emptyMeansDefault?: boolean;
}

/** Theme of the public pages; `auto` is that of the visitor's system. */
export type Theme = 'auto' | 'light' | 'dark';

/** Limit of the database column. */
const MAX_STORED_CODE_POINTS = 10_000;

/** All settings by name, except the background image, which has its own calls. */
export const SETTINGS = {
  /** Shows the background image behind the whole page, not only behind the title of the home page. */
  full_page_background: { kind: 'switch', label: 'Full Page Background', default: 'false' },
  /** Focal point of the background image. A new image resets it. */
  background_focus: { kind: 'point', label: 'Focal point', default: '0.5 0.5', emptyMeansDefault: true },
  theme: {
    kind: 'choice',
    label: 'Theme',
    choices: ['auto', 'light', 'dark'],
    default: 'light',
    emptyMeansDefault: true,
  },
  /** Whether `theme` is `dark`, for clients with two themes. Saving either sets both. */
  dark_theme: { kind: 'switch', label: 'Dark Theme', default: 'false' },
  /** Whether uploads take texts, keywords and facts from the file. */
  file_details: { kind: 'switch', label: 'Details from files', default: 'true' },
  /** Whether uploads also take city and country from the file. */
  file_place: { kind: 'switch', label: 'Place from files', default: 'false' },
  /** Shows visitors date, place, camera, lens and exposure of photos. */
  photo_facts: { kind: 'switch', label: 'Facts under photos', default: 'false' },
  /** Shows visitors the tags of photos, each with a page. */
  tag_pages: { kind: 'switch', label: 'Tag pages', default: 'false' },
  /** Whether visitors may comment. */
  comments_open: { kind: 'switch', label: 'Comments', default: 'true' },
  /** Asks AI crawlers to leave: robots.txt, a meta tag on pages, and a header on pages and images. */
  refuse_ai_crawlers: { kind: 'switch', label: 'Refusal of AI crawlers', default: 'false' },
  /** Hides the first steps on the dashboard. */
  first_steps_dismissed: { kind: 'switch', label: 'First steps dismissed', default: 'false' },
  /** This and the next two are in the metadata of each rendition. */
  artist_name: { kind: 'text', label: 'Artist name', default: '' },
  copyright_line: { kind: 'text', label: 'Copyright line', default: '' },
  licence_url: { kind: 'address', label: 'Licence address', default: '' },
  /** Long edge in pixels of the largest rendition that visitors see. */
  largest_public_size: {
    kind: 'choice',
    label: 'Largest public size',
    default: '2400',
    choices: ['1600', '2400', '3840'],
    emptyMeansDefault: true,
  },
  /** Language of the artist's texts, for pages, dates, prices and feeds. */
  language: { kind: 'language', label: 'Language', default: 'en', emptyMeansDefault: true },
  /** Time zone of dates on public pages and in the back office. */
  time_zone: { kind: 'time zone', label: 'Time zone', default: 'UTC', emptyMeansDefault: true },
  ...SITE_TEXTS,
} as const satisfies Record<string, SettingRules>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export type SettingValues = Record<SettingName, string>;

/** All settings: saved values, and the defaults of the others. */
export function settingValues(saved: ReadonlyMap<string, string>): SettingValues {
  const values = SETTING_NAMES.map((name) => {
    const { default: unset, emptyMeansDefault = false }: SettingRules = SETTINGS[name];
    const value = saved.get(name) ?? unset;
    return [name, emptyMeansDefault && isBlank(value) ? unset : value] as const;
  });
  const theme = saved.get('theme');
  const themes = themeSettings(theme && !isBlank(theme) ? { theme } : { dark_theme: saved.get('dark_theme') });
  return { ...Object.fromEntries(values), ...themes } as SettingValues;
}

/** `theme` and `dark_theme`, derived from the one that is given (`theme` wins); empty without either. */
export function themeSettings({ theme, dark_theme }: { theme?: string; dark_theme?: string | undefined }) {
  if (theme !== undefined) return { theme: theme.trim(), dark_theme: String(theme.trim() === 'dark') };
  return dark_theme === undefined ? {} : { theme: dark_theme === 'true' ? 'dark' : 'light', dark_theme };
}

/** Name of the site: its title, else the artist's name, else an empty text. */
export const siteTitle = ({ site_title = '', artist_name = '' }: Partial<SettingValues>): string =>
  visibleText(site_title) || visibleText(artist_name);

/**
 * A BCP 47 tag in its canonical form: `EN-gb` gives `en-GB`.
 *
 * @returns undefined if the tag is invalid, or `Intl` cannot format its dates
 */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
  } catch {
    return undefined;
  }
}

/** Whether the name is an IANA time zone. Offsets such as `+02:00` are refused: they have no daylight saving time. */
function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** Rights in the metadata of each rendition; empty texts are omitted. */
export interface PictureRights {
  artist: string;
  copyright: string;
  /** Address of the licence. */
  licence: string;
}

export const RIGHTS_SETTINGS = ['artist_name', 'copyright_line', 'licence_url'] as const satisfies SettingName[];

/** Settings that decide the files of renditions. */
export const RENDITION_SETTINGS = [
  ...RIGHTS_SETTINGS,
  'largest_public_size',
  'background_focus',
] as const satisfies SettingName[];

export function pictureRights(settings: Partial<SettingValues>): PictureRights {
  const [artist = '', line = '', licence = ''] = RIGHTS_SETTINGS.map((name) => visibleText(settings[name] ?? ''));
  return { artist, copyright: line || (artist && `© ${artist}`), licence };
}

/** The body of PUT /admin/settings/website. Absent settings stay unchanged. */
export class SaveSettings {
  /** Values by name, each a string: a switch is 'true' or 'false'. @example {"dark_theme": "true"} */
  @IsObject({ message: 'settings must be an object of names and values' })
  settings!: Partial<SettingValues>;
}

/** The form fields of POST /admin/settings/background-image, without the file: none. */
// oxlint-disable-next-line typescript/no-extraneous-class -- an empty class refuses every field
export class UploadBackground {}

/**
 * Validates settings, for server and forms.
 *
 * @returns a message for each invalid setting, by name
 */
export function validateSettings(settings: Record<string, unknown>): Record<string, string> {
  const faults = Object.entries(settings).map(([name, value]) => [name, validateSetting(name, value)] as const);
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== undefined));
}

function validateSetting(name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(SETTINGS, name)) return `${name} is not a known setting`;
  const { kind, label, choices = [], max = LIMITS.settingText }: SettingRules = SETTINGS[name as SettingName];
  if (kind === 'switch')
    return value === 'true' || value === 'false' ? undefined : `${label} must be 'true' or 'false'`;
  if (typeof value !== 'string' || value.includes('\0')) return `${label} must be text`;
  if (!hasAtMost(max, value) || [...value].length > MAX_STORED_CODE_POINTS) return `${label} is too long`;
  if (kind === 'choice' && !isBlank(value) && !choices.includes(value.trim()))
    return `${label} must be one of ${choices.join(', ')}`;
  if (kind === 'address' && !ADDRESS_PATTERN.test(value.trim())) return ADDRESS_MESSAGE;
  if (kind === 'addresses' && !value.split('\n').every((line) => ADDRESS_PATTERN.test(line.trim())))
    return ADDRESS_MESSAGE;
  if (kind === 'email' && !isBlank(value) && !EMAIL_PATTERN.test(value.trim())) return 'Invalid email address';
  if (kind === 'language' && !isBlank(value) && !canonicalLanguage(value.trim()))
    return `${label} must be a language tag, such as en or pt-BR`;
  if (kind === 'time zone' && !isBlank(value) && !isTimeZone(value.trim()))
    return `${label} must be a name such as Europe/Berlin or UTC`;
  if (kind === 'photo' && value !== '' && !(/^[1-9]\d*$/.test(value) && Number(value) <= MAX_ID))
    return `${label} must be the id of a photo`;
  if (kind === 'point' && value !== '' && !POINT_PATTERN.test(value)) return `${label} must be two numbers from 0 to 1`;
  return kind === 'exhibitions' ? exhibitionsFault(value) : undefined;
}

const POINT_PATTERN = /^(?:0(?:\.\d+)?|1) (?:0(?:\.\d+)?|1)$/;

/** Focal point from a setting of kind `point`; the centre if it is empty. */
export function focalPoint(value: string): Pick<PictureView, 'focus_x' | 'focus_y'> {
  const [focus_x = 0.5, focus_y = 0.5] = (value.match(/\S+/g) ?? []).map(Number);
  return { focus_x, focus_y };
}

/** The background image, for the administrator. */
export interface BackgroundSettingView {
  /**
   * Address of the image, or of the original during processing; empty without one.
   *
   * @example "/media/background/1/3f9a61c2e07b/1600.jpeg"
   */
  value: string;
  status: 'absent' | 'processing' | 'ready' | 'failed';
  /** Cause of a failed render. @example null */
  failure: string | null;
  /**
   * Entity tag of the image or its absence, for `If-Match` when replacing or removing it.
   *
   * @example "\"pKX2nV0zqS1mT9bYwR3dLA\""
   */
  version: string;
}

/** The current background image, after a failed `If-Match`. */
export interface CurrentBackgroundView {
  background_image: BackgroundSettingView;
}

/** The settings of GET and PUT /admin/settings/website. */
export interface WebsiteSettingsView {
  /** @example {"full_page_background": {"value": "false"}, "background_focus": {"value": "0.5 0.3"}, "theme": {"value": "dark"}, "dark_theme": {"value": "true"}, "file_details": {"value": "true"}, "file_place": {"value": "false"}, "photo_facts": {"value": "false"}, "tag_pages": {"value": "false"}, "comments_open": {"value": "true"}, "refuse_ai_crawlers": {"value": "false"}, "first_steps_dismissed": {"value": "false"}, "artist_name": {"value": "Elin Marsh"}, "copyright_line": {"value": "© Elin Marsh"}, "licence_url": {"value": "https://creativecommons.org/licenses/by/4.0/"}, "largest_public_size": {"value": "2400"}, "language": {"value": "en-GB"}, "time_zone": {"value": "Europe/London"}, "site_title": {"value": "Elin Marsh"}, "hero_text": {"value": "Welcome to my online portfolio"}, "hero_call_to_action": {"value": "View Galleries"}, "about_title": {"value": "About"}, "about_portrait": {"value": "3"}, "about_story": {"value": "I am a photographer of quiet places."}, "about_authenticity_title": {"value": "Authenticity"}, "about_authenticity": {"value": "I show what was there."}, "about_moment_title": {"value": "Moment"}, "about_moment": {"value": "Light lasts a breath."}, "about_expression_title": {"value": "Expression"}, "about_expression": {"value": "A picture is finished when it says what the place felt like."}, "exhibitions_title": {"value": "Exhibitions"}, "exhibitions": {"value": ""}, "contact_intro": {"value": "For prints, commissions and exhibitions."}, "reply_promise": {"value": "I reply within 24 hours."}, "contact_email": {"value": "hello@example.com"}, "contact_phone": {"value": "+1 555 0100"}, "contact_address": {"value": "12 Harbour Street, Northport"}, "imprint": {"value": "12 Harbour Street, Northport"}, "privacy": {"value": "This site sets no cookies for visitors."}, "social_links": {"value": "https://social.example/@elinmarsh"}, "background_image": {"value": "", "status": "absent", "failure": null, "version": "\"pKX2nV0zqS1mT9bYwR3dLA\""}} */
  settings: Record<SettingName, { value: string }> & { background_image: BackgroundSettingView };
}

export interface WebsiteSettingsResponse extends WebsiteSettingsView {
  /** @example "Settings updated successfully!" */
  message: string;
}

export interface BackgroundUploadResponse {
  /**
   * Address of the new image for the administrator, available at once.
   *
   * @example "/media/background/1/3f9a61c2e07b/1600.jpeg"
   */
  imageUrl: string;
  /** @example "Background image uploaded successfully!" */
  message: string;
}

export interface DarkThemeView {
  /** Whether the theme is `dark`; false for `auto`. */
  darkTheme: boolean;
}

export interface BackgroundImageView {
  /** Address of the image; null without one. @example "/media/background/1/3f9a61c2e07b/1600.jpeg" */
  backgroundImage: string | null;
}

export interface FullPageBackgroundView {
  fullPageBackground: boolean;
}

/** Settings of the public pages. */
export interface PublicSettingsView extends DarkThemeView, BackgroundImageView, FullPageBackgroundView {
  theme: Theme;
  /** Pages and robots.txt ask AI crawlers to leave. */
  refuseAiCrawlers: boolean;
  /** The background image in all its sizes. */
  background: Pick<PictureView, 'width' | 'height' | 'focus_x' | 'focus_y' | 'placeholder' | 'renditions'> | null;
  /** @example "Elin Marsh" */
  artistName: string;
  /** By default made from the artist's name; empty without either. @example "© Elin Marsh" */
  copyrightLine: string;
  /** @example "https://creativecommons.org/licenses/by/4.0/" */
  licenceUrl: string;
  /** Name of the site, by default the artist's name; empty without either. @example "Elin Marsh" */
  siteTitle: string;
  /** @example ["https://social.example/@elinmarsh"] */
  socialLinks: string[];
  /** BCP 47 tag of the artist's texts, dates and prices. @example "en-GB" */
  language: string;
  /** IANA name of the time zone of dates. @example "Europe/London" */
  timeZone: string;
}
