import { describe, expect, it } from '@jest/globals';
import { slugFromTitle } from './proposed-slug.ts';

describe('slugFromTitle', () => {
  it.each([
    ['Slack Water', 'slack-water'],
    ['  Über den Hügeln, 2026! ', 'ueber-den-huegeln-2026'],
    ['Straße & Fjørd', 'strasse-and-fjord'],
    ['Winter’s End', 'winters-end'],
    ['Été № 5', 'ete-no-5'],
    ['I love PHOTOS', 'i-love-photos'],
    ['Белые ночи', 'belye-nochi'],
    ['Φως', 'fos'],
    ['東京', ''],
  ])('turns %s into "%s"', (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug);
  });

  it('cuts the identifier at its limit', () => {
    expect(slugFromTitle('щ'.repeat(200))).toHaveLength(255);
  });
});
