import { Api } from '@portfolio/api-client';
import { describe, expect, it } from '@jest/globals';
import { aPhoto, aPosition } from '../../../test/fixtures.ts';
import { respondWith } from '../../../test/render-page.tsx';
import { createQueryClient } from '../../app/data/query-client.ts';
import { loadPhoto } from './load-photo.ts';

const photo = aPhoto();
const responses = {
  '/photos/1': { photo },
  '/galleries/slack-water/photos/1/neighbours': aPosition([photo], 1),
};

describe('loadPhoto', () => {
  it.each([
    ['the first gallery', ''],
    ['the gallery that is named', 'gallery=slack-water'],
    ['the first gallery, where the photo is not in the one that is named', 'gallery=harbours'],
  ])('loads the position of the photo in %s', async (_, search) => {
    respondWith(responses);
    const client = createQueryClient({ onServer: true });

    const request = { client, api: new Api(), params: { id: '1' }, search: new URLSearchParams(search) };
    expect(await loadPhoto(request)).toBe(200);

    const known = client.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey.includes('slack-water') });
    expect(known.map(({ state }) => state.data)).toEqual([aPosition([photo], 1)]);
  });
});
