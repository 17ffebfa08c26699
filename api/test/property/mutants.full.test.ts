import { afterEach, describe, expect, it } from '@jest/globals';
import { PUBLIC } from '@portfolio/database';
import fc from 'fast-check';
import { anySite, TIMEOUT_PER_RUN_MS, useViewers } from './random-sites.ts';

useViewers();

/** Faults of the product that the random sites must find. A file of its own, since it takes as long as `property.test.ts`. */
describe('the random sites', () => {
  const right = { ...PUBLIC };
  afterEach(() => void Object.assign(PUBLIC, right));

  it.each<[name: string, wrong: Partial<typeof PUBLIC>]>([
    ['the status', { photo: (photo) => right.photo(photo).replace(`${photo}.status = 'ready'`, 'true') }],
    ['the trash', { photo: (photo) => right.photo(photo).replace(`${photo}.deleted_at is null`, 'true') }],
    ['that photos can be hidden', { photo: (photo) => right.photo(photo).replace(/\S+ <> 'hidden'/, 'true') }],
    [
      'that photos can be unlisted',
      { listing: (listing) => `(${right.listing(listing)} or ${listing}.visibility = 'unlisted')` },
    ],
    ['the photos in no gallery', { photo: (photo) => right.photo(photo).replace('), true)', '), false)') }],
    [
      'the galleries’ visibility',
      {
        photo: (photo, granted) =>
          right.photo(photo, granted).replace(/publication_gallery\.visibility in \('public', 'unlisted'\)/, 'true'),
      },
    ],
    ['the visitor’s cookie', { photo: (photo) => right.photo(photo) }],
    ['the schedule', { gallery: (gallery) => `${gallery}.is_active` }],
    ['that galleries are opened one by one', { galleryPage: () => 'true' }],
    ['which photos an open gallery shows', { inGallery: () => 'true' }],
    ['the listings', { listing: () => 'true' }],
    ['that unlisted photos are in no gallery', { galleryOfPhoto: (_, gallery) => `${gallery}.is_active` }],
    ['that galleries can be hidden', { gallery: () => 'true' }],
    ['the approval of comments', { comment: () => 'true' }],
    ['that news can be hidden', { newsItem: () => 'true' }],
    ['the schedule of news', { newsItem: (item) => `(${item}.is_active and ${item}.deleted_at is null)` }],
  ])(
    'find queries that forget %s',
    async (_, wrong) => {
      Object.assign(PUBLIC, wrong);

      const { failed, errorInstance } = await fc.check(anySite(), { numRuns: 100, seed: 1, endOnFailure: true });

      expect(failed).toBe(true);
      // By wrong content, not by an invalid query.
      expect(String(errorInstance)).toMatch(
        /deep equality|Expected 404|A valid change was rejected|shows visitors|the total/,
      );
    },
    100 * TIMEOUT_PER_RUN_MS,
  );
});
