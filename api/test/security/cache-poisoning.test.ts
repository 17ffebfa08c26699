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
let picture: string;
beforeAll(async () => {
  api = await startTestApi({ ADMIN_ORIGINS: ['https://admin.example'] });
  const photo = await createPhoto(api.database);
  await createGallery(api.database, { slug: 'hidden', isActive: false });
  picture = `/media/${photo.id}/${photo.version}/640.jpeg`;
  await api.storage.write(PHOTO_KEYS.rendition(photo.id, String(photo.version), 640, 'jpeg'), Buffer.from('picture'));
});
afterAll(() => api.stop());

/** The part of a response that a cache stores. */
const cachedPart = ({ status, headers, text, body }: Awaited<ReturnType<typeof api.visitor.get>>) => {
  const { date: _, 'x-request-id': __, ...stable } = headers as Record<string, string>;
  return { status, headers: stable, text: text ?? String(body) };
};

describe('a response does not depend on the header', () => {
  it.each(HEADERS)('%s', async (header) => {
    for (const path of ['/api/photos', '/api/galleries', '/api/public/settings', '/api/photos/999', picture]) {
      const usual = cachedPart(await api.visitor.get(path));
      for (const value of [EVIL, `https://${EVIL}/`, `host=${EVIL}`, '<script>']) {
        expect(cachedPart(await api.visitor.get(path).set(header, value))).toEqual(usual);
      }
    }
  });
});

it('an allowed origin is returned to itself only, with Vary', async () => {
  const known = await api.visitor.get('/api/photos').set('origin', 'https://admin.example').expect(200);
  const unknown = await api.visitor.get('/api/photos').set('origin', `https://${EVIL}`).expect(200);

  expect(known.headers['access-control-allow-origin']).toBe('https://admin.example');
  expect(unknown.headers).not.toHaveProperty('access-control-allow-origin');
  for (const { headers } of [known, unknown]) expect(headers.vary).toMatch(/\borigin\b/i);
});

it('errors are never cached', async () => {
  for (const [path, header, value] of [
    ['/api/photos?limit=x', 'x', 'y'],
    ['/api/galleries', 'authorization', 'Bearer no-good'],
  ] as const) {
    const { status, headers } = await api.visitor.get(path).set(header, value);
    expect(status).toBeGreaterThanOrEqual(400);
    expect({ path, cacheControl: headers['cache-control'] }).toEqual({ path, cacheControl: 'no-store' });
  }
});
