import { describe, expect, it } from '@jest/globals';
import { MAX_URLS, toSitemap } from './sitemap.ts';

const ORIGIN = 'https://elin.example';
const photos = (count: number) => Array.from({ length: count }, (_, id) => ({ id, image: `/media/${id}/a&b.jpeg` }));
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]);

describe('toSitemap', () => {
  it('is one file up to the limit of URLs', () => {
    const { main, parts } = toSitemap({ galleries: [], photos: photos(MAX_URLS - 5) }, ORIGIN);

    expect(locations(main)).toHaveLength(MAX_URLS);
    expect(parts).toEqual([]);
  });

  it('is an index of parts beyond it, with each URL once', () => {
    const { main, parts } = toSitemap({ galleries: [], photos: photos(2 * MAX_URLS) }, ORIGIN);

    expect(main).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    expect(locations(main)).toEqual([1, 2, 3].map((part) => `${ORIGIN}/sitemap-${part}.xml`));
    expect(parts.map((part) => locations(part).length)).toEqual([MAX_URLS, MAX_URLS, 5]);
    expect(new Set(parts.flatMap(locations)).size).toBe(2 * MAX_URLS + 5);
  });

  it('escapes URLs', () => {
    expect(toSitemap({ galleries: [], photos: photos(1) }, ORIGIN).main).toContain(
      `<image:loc>${ORIGIN}/media/0/a&amp;b.jpeg</image:loc>`,
    );
  });
});
