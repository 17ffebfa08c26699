import type { Api } from '@portfolio/api-client';
import { LIMITS, type GalleryListView, type PageView, type PhotoListView, type PhotoView } from '@portfolio/contracts';
import { element, XML_DECLARATION } from './xml.ts';

/** Galleries and photos that visitors see. */
interface PublicSite {
  galleries: { slug: string; image: string | null }[];
  photos: { id: number; image: string | null }[];
}

/** Reads all galleries and photos as a visitor, page by page, newest first. */
export async function readPublicSite(api: Api): Promise<PublicSite> {
  const site: PublicSite = { galleries: [], photos: [] };
  for await (const { galleries } of pagesOf<GalleryListView>(api, '/galleries')) {
    for (const { slug, preview } of galleries) site.galleries.push({ slug, image: largestJpeg(preview?.renditions) });
  }
  for await (const { photos } of pagesOf<PhotoListView>(api, '/photos')) {
    for (const { id, renditions } of photos) site.photos.push({ id, image: largestJpeg(renditions) });
  }
  return site;
}

async function* pagesOf<T extends PageView>(api: Api, path: string): AsyncGenerator<T> {
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(LIMITS.page.max), ...(cursor && { cursor }) });
    const page: T = await api.get<T>(`${path}?${query}`);
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

const largestJpeg = (renditions: PhotoView['renditions'] = []) =>
  renditions.findLast(({ format }) => format === 'jpeg')?.url ?? null;

/** Pages that every site has. */
const PAGES = ['/', '/galleries', '/about', '/contact', '/imprint'];

/** URLs of one file, about 0.8 MB. The protocol allows 50,000 in 50 MB. */
export const MAX_URLS = 5_000;

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

export interface Sitemap {
  /** `/sitemap.xml`: all URLs, or an index of the parts. */
  main: string;
  /** `/sitemap-1.xml` and so on; empty for a small site. */
  parts: string[];
}

/**
 * Lists every public page with its picture. There is no `lastmod`: the API has only upload dates, and crawlers ignore the
 * field once it was wrong.
 *
 * @param origin public origin of the site
 */
export function toSitemap({ galleries, photos }: PublicSite, origin: string): Sitemap {
  const entry = (path: string, image: string | null = null) =>
    `<url>${element('loc', origin + path)}${image ? imageElement(new URL(image, origin).href) : ''}</url>`;
  const entries = [
    ...PAGES.map((path) => entry(path)),
    ...galleries.map(({ slug, image }) => entry(`/gallery/${encodeURIComponent(slug)}`, image)),
    ...photos.map(({ id, image }) => entry(`/photo/${id}`, image)),
  ];
  if (entries.length <= MAX_URLS) return { main: urlSet(entries), parts: [] };

  const parts = Array.from({ length: Math.ceil(entries.length / MAX_URLS) }, (_, part) =>
    urlSet(entries.slice(part * MAX_URLS, (part + 1) * MAX_URLS)),
  );
  const sitemaps = parts.map((_, part) => `<sitemap>${element('loc', `${origin}/sitemap-${part + 1}.xml`)}</sitemap>`);
  const main = [XML_DECLARATION, `<sitemapindex ${NAMESPACES.split(' ')[0]}>`, ...sitemaps, '</sitemapindex>', ''];
  return { main: main.join('\n'), parts };
}

const imageElement = (url: string) => `<image:image>${element('image:loc', url)}</image:image>`;

const urlSet = (entries: string[]) =>
  [XML_DECLARATION, `<urlset ${NAMESPACES}>`, ...entries, '</urlset>', ''].join('\n');
