import { Api } from '@portfolio/api-client';
import { describe, expect, it } from '@jest/globals';
import { aGallery, aPhoto, aPosition } from '../../../test/fixtures.ts';
import { respondWith } from '../../../test/render-page.tsx';
import { createQueryClient } from '../../app/data/query-client.ts';
import { loadPhoto } from './load-photo.ts';

const photos = [aPhoto(), aPhoto({ id: 2 })];
const following = aGallery({ slug: 'dry-country' });
const responses = {
  ...Object.fromEntries(photos.map((photo) => [`/photos/${photo.id}`, { photo }])),
  ...Object.fromEntries(
    photos.map(({ id }) => [`/galleries/slack-water/photos/${id}/neighbours`, aPosition(photos, id)]),
  ),
  '/galleries/slack-water/next': { gallery: following },
};

/** Loads a page. @returns the cached data about the gallery */
async function load(id: string, search: string) {
  respondWith(responses);
  const client = createQueryClient({ onServer: true });
  expect(await loadPhoto({ client, api: new Api(), params: { id }, search: new URLSearchParams(search) })).toBe(200);
  const known = client.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey.includes('slack-water') });
  return known.map(({ state }) => state.data);
}

describe('loadPhoto', () => {
  it.each([
    ['the first gallery', ''],
    ['the gallery that is named', 'gallery=slack-water'],
    ['the first gallery, where the photo is not in the one that is named', 'gallery=harbours'],
  ])('loads the position of the photo in %s', async (_, search) => {
    expect(await load('1', search)).toEqual([aPosition(photos, 1)]);
  });

  it('loads the next gallery after the last photo', async () => {
    expect(await load('2', '')).toEqual([aPosition(photos, 2), following]);
  });
});
