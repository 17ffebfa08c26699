import type { Api } from '@portfolio/api-client';
import { LIMITS, tagKey, type SitemapPartView, type SitemapView, type TagListView } from '@portfolio/contracts';
import { element, XML_DECLARATION } from './xml.ts';

/** Pages that every site has. */
const PAGES = ['/', '/galleries', '/about', '/contact', '/imprint'];

/** Name of the part with them and the pages of tags. The other parts have numbers. */
const PAGES_PART = 'pages';

/** URLs of a sitemap without parts, about 0.8 MB. The protocol allows 50,000, and a part has at most 10,000. */
export const MAX_URLS = LIMITS.sitemapPart;

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

/**
 * Makes `/sitemap.xml`, which lists every public page with its picture. There is no `lastmod`: the API has only upload
 * dates, and crawlers ignore the field once it was wrong.
 *
 * @param api without credentials
 * @param origin public origin of the site
 * @returns all URLs, or an index of the parts, with their paths; a small site has none
 */
export async function makeSitemap(api: Api, origin: string): Promise<{ xml: string; parts: string[] }> {
  const [{ parts }, pages] = await Promise.all([api.get<SitemapView>('/public/sitemap'), pageEntries(api, origin)]);
  const urls = parts.reduce((sum, { entries }) => sum + entries, pages.length);
  if (urls > MAX_URLS) {
    const paths = [PAGES_PART, ...parts.map(({ part }) => part)].map(sitemapPartPath);
    return { xml: sitemapIndex(paths, origin), parts: paths };
  }
  const whole: SitemapPartView = { galleries: [], photos: [] };
  // Newest first, as in each part.
  for (const { part } of parts.toReversed()) {
    const { galleries, photos } = await readPart(api, part);
    whole.galleries.push(...galleries);
    whole.photos.push(...photos);
  }
  return { xml: urlSet([...pages, ...entriesOf(whole, origin)]), parts: [] };
}

/** Makes the part at a path of the index. @returns undefined for a part whose entries are gone */
export async function makeSitemapPart(api: Api, path: string, origin: string): Promise<string | undefined> {
  const [, name = ''] = PART_PATH.exec(path) ?? [];
  const entries = name === PAGES_PART ? await pageEntries(api, origin) : entriesOf(await readPart(api, name), origin);
  return entries.length > 0 ? urlSet(entries) : undefined;
}

export const sitemapPartPath = (name: string | number) => `/sitemap-${name}.xml`;
const PART_PATH = /^\/sitemap-(\w+)\.xml$/;

const readPart = (api: Api, name: string | number) => api.get<SitemapPartView>(`/public/sitemap/${name}`);

async function pageEntries(api: Api, origin: string): Promise<string[]> {
  const { tags } = await api.get<TagListView>('/tags');
  const paths = tags.map(({ name }) => `/tags/${encodeURIComponent(tagKey(name))}`);
  return [...PAGES, ...paths].map((path) => entry(origin, path));
}

const entriesOf = ({ galleries, photos }: SitemapPartView, origin: string) => [
  ...galleries.map(({ slug, image }) => entry(origin, `/gallery/${encodeURIComponent(slug)}`, image)),
  ...photos.map(({ id, image }) => entry(origin, `/photo/${id}`, image)),
];

const entry = (origin: string, path: string, image: string | null = null) =>
  `<url>${element('loc', origin + path)}${image ? imageElement(origin + image) : ''}</url>`;

const imageElement = (url: string) => `<image:image>${element('image:loc', url)}</image:image>`;

const urlSet = (entries: string[]) =>
  [XML_DECLARATION, `<urlset ${NAMESPACES}>`, ...entries, '</urlset>', ''].join('\n');

function sitemapIndex(paths: string[], origin: string): string {
  const sitemaps = paths.map((path) => `<sitemap>${element('loc', origin + path)}</sitemap>`);
  return [XML_DECLARATION, `<sitemapindex ${NAMESPACES.split(' ')[0]}>`, ...sitemaps, '</sitemapindex>', ''].join('\n');
}
