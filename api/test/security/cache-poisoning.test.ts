import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PHOTO_KEYS } from '@portfolio/storage';
import { createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** Pages are in public-web/server/security/cache-poisoning.test.ts. */
const EVIL = 'evil.example';
const HEADERS = [
  'x-forwarded-host',
  'x-forwarded-scheme',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-original-url',
  'x-host',
  'forwarded',
  'origin',
  'referer',
  'accept-language',
  'user-agent',
  'cookie',
  'x-http-method-override',
];

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let picture: string;
beforeAll(async () => {
  api = await startTestApi({ ADMIN_ORIGINS: ['https://admin.example'] });
  admin = await api.signIn();
  const photo = await createPhoto(api.database);
  await createGallery(api.database, { slug: 'hidden', isActive: false });
  picture = `/media/${photo.id}/${photo.version}/640.jpeg`;
  await api.storage.write(PHOTO_KEYS.rendition(photo.id, String(photo.version), 640, 'jpeg'), Buffer.from('picture'));
});
afterAll(() => api.stop());

/** What a cache would keep. */
const kept = ({ status, headers, text, body }: Awaited<ReturnType<typeof api.visitor.get>>) => {
  const { date: _, 'x-request-id': __, ...lasting } = headers as Record<string, string>;
  return { status, headers: lasting, text: text ?? String(body) };
};

describe('what is answered is the same for whoever writes other headers', () => {
  it.each(HEADERS)('%s', async (header) => {
    for (const path of ['/api/photos', '/api/galleries', '/api/public/settings', '/api/photos/999', picture]) {
      const usual = kept(await api.visitor.get(path));
      for (const value of [EVIL, `https://${EVIL}/`, `host=${EVIL}`, '<script>']) {
        expect(kept(await api.visitor.get(path).set(header, value))).toEqual(usual);
      }
    }
  });
});

it('an origin that may call is named to itself alone, and caches are told', async () => {
  const known = await api.visitor.get('/api/photos').set('origin', 'https://admin.example').expect(200);
  const unknown = await api.visitor.get('/api/photos').set('origin', `https://${EVIL}`).expect(200);

  expect(known.headers['access-control-allow-origin']).toBe('https://admin.example');
  expect(unknown.headers).not.toHaveProperty('access-control-allow-origin');
  for (const { headers } of [known, unknown]) expect(headers.vary).toMatch(/\borigin\b/i);
});

it('what the administrator sees is kept nowhere, and what visitors see is kept apart from it', async () => {
  for (const path of ['/api/galleries', '/api/photos', '/api/comments', '/api/auth/me', '/api/admin/dashboard']) {
    const { headers } = await admin.get(path).expect(200);
    expect({ path, kept: headers['cache-control'] }).toEqual({ path, kept: 'no-store' });
    expect(headers.vary).toMatch(/authorization/i);
  }
  const { headers } = await api.visitor.get('/api/galleries').expect(200);
  expect([headers['cache-control'], /authorization/i.test(String(headers.vary))]).toEqual(['no-cache', true]);
});

it('a failure is kept nowhere, so that nobody can make one last', async () => {
  for (const [path, header, value] of [
    ['/api/photos?limit=x', 'x', 'y'],
    ['/api/photos/999', 'x', 'y'],
    ['/api/nowhere', 'x', 'y'],
    ['/api/galleries', 'authorization', 'Bearer no-good'],
    [picture, 'range', 'bytes=999-'],
  ] as const) {
    const { status, headers } = await api.visitor.get(path).set(header, value);
    expect(status).toBeGreaterThanOrEqual(400);
    expect({ path, kept: headers['cache-control'] }).toEqual({ path, kept: 'no-store' });
  }
});
