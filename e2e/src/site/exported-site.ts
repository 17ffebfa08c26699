import { createHash } from 'node:crypto';
import type { PhotoView, ProfileResponse, SaveProfile } from '@portfolio/contracts';
import { eventually } from '@portfolio/lifecycle/supervisor';
import type { Artist } from '../artist.ts';
import type { SharedSite } from './site.ts';

export const saveProfile = (artist: Artist, profile: SaveProfile) =>
  artist.send<ProfileResponse>('PUT', '/admin/settings/profile', profile);

/** What the artist has, to compare a site with its copy. Without tickets, which each site signs. */
export async function contentOf(artist: Artist, { url }: Pick<SharedSite, 'url'>) {
  const photos = await eventually(
    () => artist.photos(),
    (all) => all.every(({ status }) => status !== 'processing'),
    { timeoutMs: 120_000 },
  );
  const hashOf = async ({ original_url }: PhotoView) => {
    const response = await fetch(new URL(original_url!, url));
    return createHash('sha256')
      .update(new Uint8Array(await response.arrayBuffer()))
      .digest('hex');
  };
  const textsOf = ({ id, title, description, alt_text, galleries, tags, visibility, created_at }: PhotoView) => ({
    ...{ id, title, description, alt_text, galleries, tags, visibility, created_at },
  });
  const content = {
    photos: await Promise.all(photos.map(async (photo) => ({ ...textsOf(photo), original: await hashOf(photo) }))),
    galleries: (await artist.galleries()).map(({ id, title, slug, photo_count }) => ({ id, title, slug, photo_count })),
    comments: await artist.send('GET', '/comments'),
    news: await artist.send('GET', '/news'),
    messages: await artist.send('GET', '/admin/messages'),
    settings: { ...(await artist.settings()), background_image: '' },
  };
  return JSON.parse(JSON.stringify(content).replaceAll(/\?ticket=[\w.-]+/g, '')) as typeof content;
}
