import { describe, expect, it } from '@jest/globals';
import type { Api } from '@portfolio/api-client';
import { makeSitemap, makeSitemapPart, MAX_URLS } from './sitemap.ts';

const ORIGIN = 'https://elin.example';
const PAGES = 5;
const locations = (xml = '') => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]);

/** An API whose parts have this many photos each. */
function anApi(photosOfPart: number[]) {
  const paths: string[] = [];
  const get = (path: string) => {
    paths.push(path);
    const part = Number(path.split('/').at(3) ?? 0);
    if (part === 0) return { parts: photosOfPart.map((entries, index) => ({ part: index + 1, entries })) };
    const photos = Array.from({ length: photosOfPart[part - 1]! }, (_, index) => {
      const id = part * MAX_URLS - index;
      return { id, image: `/media/${id}/a&b.jpeg` };
    });
    return { galleries: [], photos };
  };
  return { paths, api: { get: (path: string) => Promise.resolve(get(path)) } as Api };
}

describe('makeSitemap', () => {
  it('is one file up to the limit of URLs', async () => {
    const { xml, parts } = await makeSitemap(anApi([MAX_URLS - PAGES]).api, ORIGIN);

    expect(locations(xml)).toHaveLength(MAX_URLS);
    expect(parts).toEqual([]);
  });

  it('is an index of parts beyond it, which reads none of them', async () => {
    const { api, paths } = anApi([MAX_URLS - PAGES, 1]);

    const { xml, parts } = await makeSitemap(api, ORIGIN);

    expect(xml).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    expect(parts).toEqual(['/sitemap-pages.xml', '/sitemap-1.xml', '/sitemap-2.xml']);
    expect(locations(xml)).toEqual(parts.map((path) => ORIGIN + path));
    expect(paths).toEqual(['/public/sitemap']);
  });

  it('has each URL in one part', async () => {
    const { api, paths } = anApi([MAX_URLS, MAX_URLS, 7]);
    const { parts } = await makeSitemap(api, ORIGIN);

    const files = await Promise.all(parts.map((path) => makeSitemapPart(api, path, ORIGIN)));

    expect(files.map((xml) => locations(xml).length)).toEqual([PAGES, MAX_URLS, MAX_URLS, 7]);
    expect(new Set(files.flatMap(locations)).size).toBe(PAGES + 2 * MAX_URLS + 7);
    expect(paths).toHaveLength(parts.length);
  });

  it('escapes URLs', async () => {
    expect((await makeSitemap(anApi([1]).api, ORIGIN)).xml).toContain(
      `<image:loc>${ORIGIN}/media/${MAX_URLS}/a&amp;b.jpeg</image:loc>`,
    );
  });
});
