import type { SETTINGS, SettingName } from '@portfolio/contracts';

/** Settings with a text or a choice as value. */
export type TextName = {
  [Name in Exclude<SettingName, 'theme'>]: (typeof SETTINGS)[Name]['kind'] extends 'switch' | 'point' ? never : Name;
}[Exclude<SettingName, 'theme'>];

/** Values of the form of a page: its texts. */
export type Texts = Record<TextName, string>;

export interface TextEntry {
  name: TextName;
  hint?: string;
  /** Initial lines of a text area; absent for a single-line field. */
  lines?: number;
}

const EMBEDDED = 'It goes into every picture that visitors download: a change regenerates every image.';

/** Pages of the settings with a form of texts. */
export type TextPage = 'texts' | 'rights' | 'contact' | 'privacy';

/** Groups of texts: page of the settings, fragment of the group's address, and public page with the texts. */
export const TEXT_GROUPS: {
  settingsPage: TextPage;
  id: string;
  title: string;
  publicPage: { path: string; label: string };
  entries: TextEntry[];
}[] = [
  {
    settingsPage: 'texts',
    id: 'texts-site',
    title: 'Site',
    publicPage: { path: '', label: 'home page' },
    entries: [
      { name: 'site_title', hint: 'At the top of every page, in browser tabs and where links are shared.' },
      { name: 'language' },
      { name: 'time_zone' },
    ],
  },
  {
    settingsPage: 'texts',
    id: 'texts-home',
    title: 'Home',
    publicPage: { path: '', label: 'home page' },
    entries: [
      { name: 'hero_text', hint: 'The first words that visitors read.' },
      { name: 'hero_call_to_action', hint: 'The button that leads to the galleries.' },
    ],
  },
  {
    settingsPage: 'texts',
    id: 'texts-about',
    title: 'About',
    publicPage: { path: 'about', label: 'about page' },
    entries: [
      { name: 'about_title' },
      { name: 'about_portrait' },
      { name: 'about_story', hint: 'Leave an empty line between paragraphs.', lines: 8 },
      { name: 'about_authenticity_title' },
      { name: 'about_authenticity', lines: 3 },
      { name: 'about_moment_title' },
      { name: 'about_moment', lines: 3 },
      { name: 'about_expression_title' },
      { name: 'about_expression', lines: 3 },
      { name: 'exhibitions_title' },
      { name: 'exhibitions' },
    ],
  },
  {
    settingsPage: 'texts',
    id: 'texts-social',
    title: 'Social Links',
    publicPage: { path: '', label: 'foot of the page' },
    entries: [{ name: 'social_links', hint: 'At the foot of every page. One address on each line.', lines: 3 }],
  },
  {
    settingsPage: 'rights',
    id: 'rights',
    title: 'Rights',
    publicPage: { path: 'imprint', label: 'imprint' },
    entries: [
      { name: 'artist_name', hint: EMBEDDED },
      { name: 'copyright_line', hint: EMBEDDED },
      { name: 'licence_url', hint: `The page of a licence, if there is one. ${EMBEDDED}` },
      { name: 'largest_public_size' },
    ],
  },
  {
    settingsPage: 'contact',
    id: 'contact',
    title: 'Contact',
    publicPage: { path: 'contact', label: 'contact page' },
    entries: [
      { name: 'contact_intro', hint: 'Above the form.', lines: 2 },
      { name: 'reply_promise' },
      { name: 'contact_email' },
      { name: 'contact_phone' },
      { name: 'contact_address' },
    ],
  },
  {
    settingsPage: 'privacy',
    id: 'imprint',
    title: 'Imprint & Privacy',
    publicPage: { path: 'imprint', label: 'imprint' },
    entries: [
      { name: 'imprint', hint: "Under the artist's name.", lines: 3 },
      { name: 'privacy', hint: 'Leave an empty line between paragraphs.', lines: 4 },
    ],
  },
];
