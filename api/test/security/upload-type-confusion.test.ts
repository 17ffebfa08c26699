import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rendition } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { aJpeg, anAnimatedGif, aPng, aWebp, createGallery, createPhoto, PAYLOAD, withHtml } from '@portfolio/testing';
import { BOUNDARY, multipart } from '../multipart.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** bad-images.test.ts covers other content under the name of a picture. */
const small = { width: 60, height: 40 };
const OURS = /^image\/(jpeg|png|gif|webp|avif)$/;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate photos cascade'));

const upload = (content: Buffer | string, filename: string, type: string) =>
  admin
    .post('/api/photos/upload')
    .set('content-type', `multipart/form-data; boundary=${BOUNDARY}`)
    .send(
      multipart([
        { name: 'title', content: 'Harbour' },
        { name: 'image', filename, type, content },
      ]),
    );

/** The response is a picture in which no script runs. */
function expectPicture(headers: Record<string, string>, type: string | RegExp) {
  expect(headers['content-type']).toMatch(type);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'; sandbox$/);
  expect(headers['content-disposition']).toMatch(
    /^(inline|attachment); filename="[\w.-]+\.(jpg|jpeg|png|gif|webp|avif)"/,
  );
}

describe('a picture with another name', () => {
  it.each<[string, string, string, () => Promise<Buffer>]>([
    ['jpg', 'x.html', 'text/html', async () => withHtml(await aJpeg(small))],
    ['png', 'x.svg', 'image/svg+xml', async () => withHtml(await aPng(small))],
    ['gif', 'x.js', 'text/javascript', () => anAnimatedGif(small)],
    ['webp', 'x.php', 'application/x-httpd-php', () => aWebp(small)],
  ])('is served as %s whatever its name and type: %s, %s', async (ending, name, type, make) => {
    const { body } = await upload(await make(), name, type).expect(201);

    const { headers } = await admin.get(`/media/${body.photo.id}/original`).expect(200);
    expectPicture(headers, new RegExp(`^image/${ending.replace('jpg', 'jpeg')}$`));
    expect(headers['content-disposition']).toMatch(new RegExp(`^attachment; filename="[\\w-]+\\.${ending}"$`));
    const [stored] = api.files().filter((file) => file.endsWith(ending));
    expect(stored).toMatch(/^[\da-f-]{36}\.\w+$/);
    await api.storage.removeFolder('originals');
  });
});

describe('a rendition', () => {
  it('has the type of its address, whatever its content and Accept', async () => {
    const photo = await createPhoto(api.database);
    const version = String(photo.version);
    for (const format of ['avif', 'webp', 'jpeg'] as const) {
      await api.storage.write(PHOTO_KEYS.rendition(photo.id, version, 640, format), Buffer.from(`<html>${PAYLOAD}`));
      for (const accept of ['text/html', 'image/svg+xml', '*/*']) {
        const path = `/media/${photo.id}/${version}/640.${format}`;
        const { headers } = await api.visitor.get(path).set('accept', accept).expect(200);
        expectPicture(headers, OURS);
      }
    }
    for (const file of ['640.svg', '640.html', '640.jpeg.html', '640.jpeg%3Bx.html', '640.php', '640']) {
      const { status, headers } = await api.visitor.get(`/media/${photo.id}/${version}/${file}`);
      expect({ file, status, type: headers['content-type'] }).toMatchObject({ file, status: 404 });
      expect(headers['content-type']).toMatch(/^application\/json/);
    }
  });

  it('has the same headers with a ticket, as has an original', async () => {
    const photo = await createPhoto(api.database);
    await createGallery(api.database, { isActive: false, photos: [photo] });
    await api.storage.write(PHOTO_KEYS.rendition(photo.id, String(photo.version), 640, 'jpeg'), await aJpeg(small));
    await api.storage.write(photo.originalKey, await aJpeg(small));
    const { body } = await admin.get(`/api/photos/${photo.id}`).expect(200);
    const { url } = body.photo.renditions.find(
      ({ format, width }: Rendition) => format === 'jpeg' && width === 640,
    ) as { url: string };

    expectPicture((await api.visitor.get(url).expect(200)).headers, OURS);
    expectPicture((await api.visitor.get(body.photo.original_url).expect(200)).headers, OURS);
    await api.visitor.get(`/media/${photo.id}/original`).expect(404);
    await api.visitor
      .get(`/media/${photo.id}/original?ticket=${new URL(url, api.url).searchParams.get('ticket')}`)
      .expect(404);
  });
});
