import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { aSitemap, Refusal } from '../../test/fake-api.ts';
import { aGallery, aPhoto } from '../../test/fixtures.ts';
import { startTestSite } from '../../test/start-test-site.ts';

/** The files themselves are in api/test/security/unpublished-image.test.ts. */
const PHOTO = aPhoto({ id: 1, title: 'Harbour' });
const PICTURE = /\/media\/harbour\//;
/** Addresses of this server that show the photo. */
const SURFACES = ['/photo/1', '/gallery/slack-water', '/feed.xml', '/feed.json', '/sitemap.xml'];

let site: Awaited<ReturnType<typeof startTestSite>>;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

const list = { total: 1, next_cursor: null };
beforeEach(() => change(true));

function publish(isPublic: boolean) {
  const photos = isPublic ? [PHOTO] : [];
  Object.assign(site.api.responses, {
    '/api/photos/1': () => {
      if (!isPublic) throw new Refusal(404, 'photo.not-found', 'Photo not found');
      return { photo: PHOTO };
    },
    '/api/galleries/slack-water?limit=60': () => ({
      gallery: { ...aGallery(), preview: null, photoCount: photos.length },
      photos,
      ...list,
    }),
    ...aSitemap([{ ...aGallery(), preview: null }], photos),
    '/api/photos?limit=30': () => ({ photos, ...list }),
    '/api/galleries/1': () => ({ message: 'Saved' }),
  });
}

/** Shows or hides the photo's gallery through this server. */
async function change(isPublic: boolean) {
  publish(isPublic);
  const { status } = await fetch(`${site.origin}/api/galleries/1`, { method: 'PUT', body: '{}' });
  expect(status).toBe(200);
}
const unpublish = () => change(false);

it.each(SURFACES)('%s omits a hidden photo at once, also for clients with a cached copy', async (path) => {
  const before = await site.get(path);
  expect(await before.text()).toMatch(PICTURE);
  const etag = String(before.headers.get('etag'));

  await unpublish();

  for (const headers of [
    {},
    { 'if-none-match': etag },
    { range: 'bytes=0-20000' },
    { 'cache-control': 'only-if-cached' },
  ]) {
    const after = await site.get(path, headers as Record<string, string>);
    expect([200, 404]).toContain(after.status);
    expect(await after.text()).not.toMatch(PICTURE);
    expect(after.headers.get('etag')).not.toBe(etag);
  }
  expect((await site.get('/photo/1')).status).toBe(404);
});

it('pages and feeds are cached for at most a second', async () => {
  for (const path of SURFACES) {
    const { headers } = await site.get(path);
    expect(headers.get('cache-control')).toMatch(/^public, (max-age=0, s-maxage=1, must-revalidate|no-cache)$/);
  }
});
