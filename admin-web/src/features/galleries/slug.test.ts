import { describe, expect, it } from '@jest/globals';
import { slugFromTitle } from './slug.ts';

describe('slugFromTitle', () => {
  it.each([
    ['Slack Water', 'slack-water'],
    ['  Über den Hügeln, 2026! ', 'uber-den-hugeln-2026'],
    ['Straße & Fjørd', 'strasse-fjord'],
    ['Winter’s End', 'winters-end'],
    ['Été № 5', 'ete-no-5'],
    ['東京', ''],
  ])('makes of %s the identifier "%s"', (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug);
  });
});
