import type { PublicSite } from './public-site.ts';
import { element, XML_DECLARATION } from './xml.ts';

/** Pages that are there whatever the artist shows. */
const PAGES = ['/', '/galleries', '/about', '/contact', '/imprint'];

/**
 * Addresses in one file. The protocol allows 50,000 in 50 MB; this many are some 0.8 MB, which every reader takes in one go.
 */
export const PART = 5_000;

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

export interface Sitemap {
  /** What `/sitemap.xml` answers: all addresses, or where the parts are in which they are listed. */
  main: string;
  /** `/sitemap-1.xml` and so on; empty where one file holds everything. */
  parts: string[];
}

/**
 * Lists every public page with its picture. It says nothing of when a page last changed: what the API knows is when a photo
 * came, and a date that is wrong once is believed never again.
 *
 * @param origin under which visitors know the site
 */
export function toSitemap({ galleries, photos }: PublicSite, origin: string): Sitemap {
  const entry = (path: string, image: string | null = null) =>
    `<url>${element('loc', origin + path)}${image ? imageOf(new URL(image, origin).href) : ''}</url>`;
  const entries = [
    ...PAGES.map((path) => entry(path)),
    ...galleries.map(({ slug, image }) => entry(`/gallery/${encodeURIComponent(slug)}`, image)),
    ...photos.map(({ id, image }) => entry(`/photo/${id}`, image)),
  ];
  if (entries.length <= PART) return { main: urlSet(entries), parts: [] };

  const parts = Array.from({ length: Math.ceil(entries.length / PART) }, (_, part) =>
    urlSet(entries.slice(part * PART, (part + 1) * PART)),
  );
  const places = parts.map((_, part) => `<sitemap>${element('loc', `${origin}/sitemap-${part + 1}.xml`)}</sitemap>`);
  const main = [XML_DECLARATION, `<sitemapindex ${NAMESPACES.split(' ')[0]}>`, ...places, '</sitemapindex>', ''];
  return { main: main.join('\n'), parts };
}

const imageOf = (address: string) => `<image:image>${element('image:loc', address)}</image:image>`;

const urlSet = (entries: string[]) =>
  [XML_DECLARATION, `<urlset ${NAMESPACES}>`, ...entries, '</urlset>', ''].join('\n');
