import type { SETTINGS, SettingName } from '@portfolio/contracts';

/** Settings with a text or a choice as value. */
export type TextName = {
  [Name in Exclude<SettingName, 'theme'>]: (typeof SETTINGS)[Name]['kind'] extends 'switch' | 'point' ? never : Name;
}[Exclude<SettingName, 'theme'>];

/** Values of the form of all site texts. */
export type Texts = Record<TextName, string>;

export interface TextEntry {
  name: TextName;
  hint?: string;
  /** Initial lines of a text area; absent for a single-line field. */
  lines?: number;
}

const EMBEDDED = 'It goes into every picture that visitors download: a change regenerates every image.';

/** Site texts by public page: fragment of the group's address, and path and name of the page. */
export const TEXT_GROUPS: {
  id: string;
  title: string;
  page: { path: string; label: string };
  entries: TextEntry[];
}[] = [
  {
    id: 'texts-site',
    title: 'Site',
    page: { path: '', label: 'home page' },
    entries: [
      { name: 'site_title', hint: 'At the top of every page, in browser tabs and where links are shared.' },
      { name: 'artist_name', hint: EMBEDDED },
      { name: 'language' },
      { name: 'time_zone' },
    ],
  },
  {
    id: 'texts-home',
    title: 'Home',
    page: { path: '', label: 'home page' },
    entries: [
      { name: 'hero_text', hint: 'The first words that visitors read.' },
      { name: 'hero_call_to_action', hint: 'The button that leads to the galleries.' },
    ],
  },
  {
    id: 'texts-about',
    title: 'About',
    page: { path: 'about', label: 'about page' },
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
    id: 'texts-contact',
    title: 'Contact',
    page: { path: 'contact', label: 'contact page' },
    entries: [
      { name: 'contact_intro', hint: 'Above the form.', lines: 2 },
      { name: 'reply_promise' },
      { name: 'contact_email' },
      { name: 'contact_phone' },
      { name: 'contact_address' },
    ],
  },
  {
    id: 'texts-imprint',
    title: 'Imprint & Rights',
    page: { path: 'imprint', label: 'imprint' },
    entries: [
      { name: 'imprint', hint: "Under the artist's name.", lines: 3 },
      { name: 'privacy', hint: 'Leave an empty line between paragraphs.', lines: 4 },
      { name: 'copyright_line', hint: EMBEDDED },
      { name: 'licence_url', hint: `The page of a licence, if there is one. ${EMBEDDED}` },
      { name: 'largest_public_size' },
    ],
  },
  {
    id: 'texts-social',
    title: 'Social Links',
    page: { path: '', label: 'foot of the page' },
    entries: [{ name: 'social_links', hint: 'At the foot of every page. One address on each line.', lines: 3 }],
  },
];

export const TEXT_NAMES = TEXT_GROUPS.flatMap(({ entries }) => entries.map(({ name }) => name));
