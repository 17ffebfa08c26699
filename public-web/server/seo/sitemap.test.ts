import { describe, expect, it } from '@jest/globals';
import type { Api } from '@portfolio/api-client';
import { makeSitemap, makeSitemapPart, MAX_URLS } from './sitemap.ts';

const ORIGIN = 'https://elin.example';
const PAGES = 5;
const locations = (xml = '') => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]);

/** An API whose parts have this many photos each. */
function anApi(photosOfPart: number[], tags: string[] = []) {
  const paths: string[] = [];
  const get = (path: string) => {
    paths.push(path);
    if (path === '/tags') return { tags: tags.map((name) => ({ name, photo_count: 1 })) };
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
    expect(paths).toEqual(['/public/sitemap', '/tags']);
  });

  it('has each URL in one part', async () => {
    const { api, paths } = anApi([MAX_URLS, MAX_URLS, 7]);
    const { parts } = await makeSitemap(api, ORIGIN);

    const files = await Promise.all(parts.map((path) => makeSitemapPart(api, path, ORIGIN)));

    expect(files.map((xml) => locations(xml).length)).toEqual([PAGES, MAX_URLS, MAX_URLS, 7]);
    expect(new Set(files.flatMap(locations)).size).toBe(PAGES + 2 * MAX_URLS + 7);
    expect(paths).toHaveLength(parts.length + 2);
  });

  it('has the pages of tags, with the other pages', async () => {
    const { api } = anApi([MAX_URLS], ['Low Tide', 'R&B']);

    const { xml, parts } = await makeSitemap(anApi([1], ['Low Tide', 'R&B']).api, ORIGIN);

    expect(locations(xml)).toHaveLength(PAGES + 3);
    expect(locations(xml)).toEqual(expect.arrayContaining([`${ORIGIN}/tags/low%20tide`, `${ORIGIN}/tags/r%26b`]));
    expect(parts).toEqual([]);
    expect(locations(await makeSitemapPart(api, '/sitemap-pages.xml', ORIGIN))).toHaveLength(PAGES + 2);
  });

  it('escapes URLs', async () => {
    expect((await makeSitemap(anApi([1]).api, ORIGIN)).xml).toContain(
      `<image:loc>${ORIGIN}/media/${MAX_URLS}/a&amp;b.jpeg</image:loc>`,
    );
  });
});
