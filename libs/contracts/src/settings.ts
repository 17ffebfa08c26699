import { IsObject } from 'class-validator';
import { LIMITS } from './limits.ts';
import type { PictureView } from './pictures.ts';
import { SITE_TEXTS } from './site-texts.ts';
import { ADDRESS_MESSAGE, ADDRESS_PATTERN, EMAIL_PATTERN, hasAtMost, isBlank, written } from './text.ts';

/**
 * How a setting is judged. A switch is 'true' or 'false'; an address begins with http:// or https://, and addresses are several,
 * one in a line; an email is an address for mail; a language is a BCP 47 tag; a time zone is a name of the IANA database. All but
 * the switch may be empty.
 */
type SettingKind = 'switch' | 'text' | 'address' | 'addresses' | 'email' | 'language' | 'time zone';

interface SettingRules {
  kind: SettingKind;
  /** What it is called in a message. */
  label: string;
  /** Its value until the administrator sets one. */
  default: string;
  /** Characters at most. */
  max?: number;
  /** An empty one counts as not set. */
  needed?: boolean;
}

/** Code points that the database keeps of a value. */
const STORED = 10_000;

/** Everything that the administrator can set by name. The background image has calls of its own. */
export const SETTINGS = {
  full_page_background: { kind: 'switch', label: 'Full Page Background', default: 'false' },
  dark_theme: { kind: 'switch', label: 'Dark Theme', default: 'false' },
  /** Hides the first steps on the dashboard. */
  first_steps_dismissed: { kind: 'switch', label: 'First steps dismissed', default: 'false' },
  /** Goes into every picture that visitors get, as the next two do. */
  artist_name: { kind: 'text', label: 'Artist name', default: '' },
  copyright_line: { kind: 'text', label: 'Copyright line', default: '' },
  licence_url: { kind: 'address', label: 'Licence address', default: '' },
  /** Of what the artist writes, and so of public pages, dates, prices and feeds. */
  language: { kind: 'language', label: 'Language', default: 'en', needed: true },
  /** Of every date on public pages and in the back office. */
  time_zone: { kind: 'time zone', label: 'Time zone', default: 'UTC', needed: true },
  ...SITE_TEXTS,
} as const satisfies Record<string, SettingRules>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export type SettingValues = Record<SettingName, string>;

/**
 * Every setting, those that nobody has set with their default.
 *
 * @param saved what has been set, by name
 */
export function settingValues(saved: ReadonlyMap<string, string>): SettingValues {
  const values = SETTING_NAMES.map((name) => {
    const { default: unset, needed = false }: SettingRules = SETTINGS[name];
    const value = saved.get(name) ?? unset;
    return [name, needed && isBlank(value) ? unset : value] as const;
  });
  return Object.fromEntries(values) as SettingValues;
}

/**
 * What the site is called: by its title, else by the artist's name; empty without either.
 *
 * @param settings values by name; what is left out has its default
 */
export const siteTitle = ({ site_title = '', artist_name = '' }: Partial<SettingValues>): string =>
  written(site_title) || written(artist_name);

/**
 * A BCP 47 tag in its canonical form: `EN-gb` gives `en-GB`.
 *
 * @returns undefined where it is no tag, or of a language whose dates cannot be written
 */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
  } catch {
    return undefined;
  }
}

/** Whether it is a name of a time zone. Offsets such as `+02:00` are none: they know no summer. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** What every rendition of a picture says of its rights; an empty text says nothing. */
export interface PictureRights {
  artist: string;
  copyright: string;
  /** Address of a page about the licence. */
  licence: string;
}

/** The settings from which the rights follow. */
export const RIGHTS_SETTINGS = ['artist_name', 'copyright_line', 'licence_url'] as const satisfies SettingName[];

/** @param settings values by name; what is left out has its default */
export function pictureRights(settings: Partial<SettingValues>): PictureRights {
  const [artist = '', line = '', licence = ''] = RIGHTS_SETTINGS.map((name) => settings[name]?.trim());
  return { artist, copyright: line || (artist && `© ${artist}`), licence };
}

/** The body of PUT /admin/settings/website; a setting that is left out stays as it is. */
export class SaveSettings {
  /**
   * By name, each value a text: a switch is 'true' or 'false'.
   *
   * @example {"dark_theme": "true"}
   */
  @IsObject({ message: 'settings must be an object of names and values' })
  settings!: Partial<SettingValues>;
}

/** The fields beside the file of POST /admin/settings/background-image: there are none. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- what it lacks is what it says: no field is let in
export class UploadBackground {}

/**
 * What is wrong with the settings, for server and form alike.
 *
 * @returns a message for each faulty one; empty where there is none
 */
export function settingFaults(settings: Record<string, unknown>): Record<string, string> {
  const faults = Object.entries(settings).map(([name, value]) => [name, settingFault(name, value)] as const);
  return Object.fromEntries(faults.filter((fault): fault is [string, string] => fault[1] !== undefined));
}

function settingFault(name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(SETTINGS, name)) return `${name} is not a known setting`;
  const { kind, label, max = LIMITS.settingText }: SettingRules = SETTINGS[name as SettingName];
  if (kind === 'switch')
    return value === 'true' || value === 'false' ? undefined : `${label} must be 'true' or 'false'`;
  if (typeof value !== 'string' || value.includes('\0')) return `${label} must be text`;
  if (!hasAtMost(max, value) || [...value].length > STORED) return `${label} is too long`;
  if (kind === 'address' && !ADDRESS_PATTERN.test(value)) return ADDRESS_MESSAGE;
  if (kind === 'addresses' && !value.split('\n').every((line) => ADDRESS_PATTERN.test(line.trim())))
    return ADDRESS_MESSAGE;
  if (kind === 'email' && !isBlank(value) && !EMAIL_PATTERN.test(value.trim())) return 'Invalid email address';
  if (kind === 'language' && !isBlank(value) && !canonicalLanguage(value.trim()))
    return `${label} must be a language tag, such as en or pt-BR`;
  if (kind === 'time zone' && !isBlank(value) && !isTimeZone(value.trim()))
    return `${label} must be a name such as Europe/Berlin or UTC`;
  return undefined;
}

/** The background image as the administrator sees it. */
export interface BackgroundSettingView {
  /**
   * Address of the picture, of the file as uploaded while it is processed; empty without one.
   *
   * @example "/media/background/1/3f9a61c2e07b/1600.jpeg"
   */
  value: string;
  status: 'absent' | 'processing' | 'ready' | 'failed';
  /**
   * Why it could not be processed.
   *
   * @example null
   */
  failure: string | null;
  /**
   * Entity tag of the picture, or of its absence: for `If-Match`, where it is replaced or removed.
   *
   * @example "\"pKX2nV0zqS1mT9bYwR3dLA\""
   */
  version: string;
}

/** The background image that is there instead of the one that a change names. */
export interface CurrentBackgroundView {
  background_image: BackgroundSettingView;
}

/** The answer of GET and PUT /admin/settings/website. */
export interface WebsiteSettingsView {
  /** @example {"full_page_background": {"value": "false"}, "dark_theme": {"value": "true"}, "first_steps_dismissed": {"value": "false"}, "artist_name": {"value": "Elin Marsh"}, "copyright_line": {"value": "© Elin Marsh"}, "licence_url": {"value": "https://creativecommons.org/licenses/by/4.0/"}, "language": {"value": "en-GB"}, "time_zone": {"value": "Europe/London"}, "site_title": {"value": "Elin Marsh"}, "hero_text": {"value": "Welcome to my online portfolio"}, "hero_call_to_action": {"value": "View Galleries"}, "about_story": {"value": "I am a photographer of quiet places."}, "about_authenticity": {"value": "I show what was there."}, "about_moment": {"value": "Light lasts a breath."}, "about_expression": {"value": "A picture is finished when it says what the place felt like."}, "contact_intro": {"value": "For prints, commissions and exhibitions."}, "reply_promise": {"value": "I reply within 24 hours."}, "contact_email": {"value": "hello@example.com"}, "contact_phone": {"value": "+1 555 0100"}, "contact_address": {"value": "12 Harbour Street, Northport"}, "imprint": {"value": "12 Harbour Street, Northport"}, "privacy": {"value": "This site sets no cookies for visitors."}, "social_links": {"value": "https://social.example/@elinmarsh"}, "background_image": {"value": "", "status": "absent", "failure": null, "version": "\"pKX2nV0zqS1mT9bYwR3dLA\""}} */
  settings: Record<SettingName, { value: string }> & { background_image: BackgroundSettingView };
}

export interface WebsiteSettingsAnswer extends WebsiteSettingsView {
  /** @example "Settings updated successfully!" */
  message: string;
}

export interface BackgroundUploadAnswer {
  /**
   * Address at which the administrator sees the new picture at once.
   *
   * @example "/media/background/1/3f9a61c2e07b/1600.jpeg"
   */
  imageUrl: string;
  /** @example "Background image uploaded successfully!" */
  message: string;
}

export interface DarkThemeView {
  darkTheme: boolean;
}

export interface BackgroundImageView {
  /**
   * Address of the picture; null without one.
   *
   * @example "/media/background/1/3f9a61c2e07b/1600.jpeg"
   */
  backgroundImage: string | null;
}

export interface FullPageBackgroundView {
  fullPageBackground: boolean;
}

/** Everything that public pages need to know of the settings. */
export interface PublicSettingsView extends DarkThemeView, BackgroundImageView, FullPageBackgroundView {
  /** The background image in all its sizes. */
  background: Pick<PictureView, 'width' | 'height' | 'placeholder' | 'renditions'> | null;
  /** @example "Elin Marsh" */
  artistName: string;
  /**
   * Where none is set: made of the artist's name. Empty without either.
   *
   * @example "© Elin Marsh"
   */
  copyrightLine: string;
  /** @example "https://creativecommons.org/licenses/by/4.0/" */
  licenceUrl: string;
  /**
   * What the site is called. Where no title is set: the artist's name. Empty without either.
   *
   * @example "Elin Marsh"
   */
  siteTitle: string;
  /** @example ["https://social.example/@elinmarsh"] */
  socialLinks: string[];
  /**
   * BCP 47 tag of what the artist writes; dates and prices are written in it.
   *
   * @example "en-GB"
   */
  language: string;
  /**
   * Name of the IANA database; dates are those of its days.
   *
   * @example "Europe/London"
   */
  timeZone: string;
}
