import { describe, expect, it } from '@jest/globals';
import { PART, toSitemap } from './sitemap.ts';

const ORIGIN = 'https://elin.example';
const photos = (count: number) => Array.from({ length: count }, (_, id) => ({ id, image: `/media/${id}/a&b.jpeg` }));
const places = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]);

describe('toSitemap', () => {
  it('is one file as long as that is not too much', () => {
    const { main, parts } = toSitemap({ galleries: [], photos: photos(PART - 5) }, ORIGIN);

    expect(places(main)).toHaveLength(PART);
    expect(parts).toEqual([]);
  });

  it('is an index of parts beyond, which name every address once', () => {
    const { main, parts } = toSitemap({ galleries: [], photos: photos(2 * PART) }, ORIGIN);

    expect(main).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
    expect(places(main)).toEqual([1, 2, 3].map((part) => `${ORIGIN}/sitemap-${part}.xml`));
    expect(parts.map((part) => places(part).length)).toEqual([PART, PART, 5]);
    expect(new Set(parts.flatMap(places)).size).toBe(2 * PART + 5);
  });

  it('writes addresses as XML has them', () => {
    expect(toSitemap({ galleries: [], photos: photos(1) }, ORIGIN).main).toContain(
      `<image:loc>${ORIGIN}/media/0/a&amp;b.jpeg</image:loc>`,
    );
  });
});
