import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { aJpeg } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const STUDIO = 'https://studio.example.com';
const OTHERS = [
  'https://evil.example.com',
  'https://studio.example.com.evil.example',
  'https://evil-studio.example.com',
  'http://studio.example.com',
  'https://studio.example.com:8443',
  'null',
];

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let authorization: string;
beforeAll(async () => {
  // One with a trailing slash.
  api = await startTestApi({ ADMIN_ORIGINS: ['https://admin.example.com', `${STUDIO}/`] });
  admin = await api.signIn();
  const { email, password } = DEMO_ACCOUNT;
  const { body } = await api.visitor.post('/api/auth/login').send({ email, password });
  authorization = `Bearer ${body.token}`;
});
afterAll(() => api.stop());

/** Sends a preflight request. */
const preflight = (origin: string, method: string, path = '/api/photos/1') =>
  fetch(`${api.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,if-match',
    },
  });

const corsHeaders = (headers: Iterable<[string, unknown]>) =>
  [...headers].map(([name]) => name.toLowerCase()).filter((name) => name.startsWith('access-control-'));

const varies = (vary: string | null | undefined) => (vary ?? '').toLowerCase().split(/, */);

describe('a page of a configured origin', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'may %s with a token, and caches the preflight response',
    async (method) => {
      const { status, headers } = await preflight(STUDIO, method);

      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe(STUDIO);
      expect(headers.get('access-control-allow-methods')?.split(/, */)).toContain(method);
      expect(headers.get('access-control-allow-headers')?.split(/, */)).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'if-match']),
      );
      expect(Number(headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(300);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      expect(varies(headers.get('vary'))).toContain('origin');
    },
  );

  it('reads the body, Retry-After and Content-Disposition', async () => {
    const { headers } = await admin.get('/api/galleries').set('origin', STUDIO).expect(200);

    expect(headers['access-control-allow-origin']).toBe(STUDIO);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(varies(headers.vary)).toContain('origin');
    expect(headers['access-control-expose-headers']?.split(/, */)).toEqual(
      expect.arrayContaining(['retry-after', 'content-disposition', 'etag']),
    );
  });

  it('reads error responses', async () => {
    for (const path of ['/api/comments', '/api/photos/999', '/api/nothing']) {
      const { headers } = await api.visitor.get(path).set('origin', STUDIO);
      expect([path, headers['access-control-allow-origin']]).toEqual([path, STUDIO]);
    }
  });

  it('uploads a photo', async () => {
    const { headers } = await admin
      .post('/api/photos/upload')
      .set('origin', STUDIO)
      .field('title', 'Harbour')
      .attach('image', await aJpeg(), 'harbour.jpg')
      .expect(201);

    expect(headers['access-control-allow-origin']).toBe(STUDIO);
  });

  it('receives server-sent events', async () => {
    const end = new AbortController();
    const { status, headers } = await fetch(`${api.url}/api/admin/events`, {
      headers: { authorization, origin: STUDIO },
      signal: end.signal,
    });
    end.abort();

    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(headers.get('access-control-allow-origin')).toBe(STUDIO);
    expect(varies(headers.get('vary'))).toContain('origin');
  });
});

describe.each(OTHERS)('a page of %s', (origin) => {
  it('gets no CORS headers in a preflight response', async () => {
    const { status, headers } = await preflight(origin, 'DELETE');

    expect(status).toBe(404);
    expect(corsHeaders(headers)).toEqual([]);
    expect(varies(headers.get('vary'))).toContain('origin');
  });

  it('cannot read responses or events', async () => {
    const { headers } = await admin.get('/api/photos').set('origin', origin).expect(200);
    const end = new AbortController();
    const stream = await fetch(`${api.url}/api/admin/events`, {
      headers: { authorization, origin },
      signal: end.signal,
    });
    end.abort();

    expect(corsHeaders(Object.entries(headers))).toEqual([]);
    expect(varies(headers.vary)).toContain('origin');
    expect(corsHeaders(stream.headers)).toEqual([]);
  });
});

it('allows no origin by default', async () => {
  const alone = await startTestApi();
  try {
    const { headers } = await alone.visitor.get('/api/galleries').set('origin', STUDIO).expect(200);

    expect(corsHeaders(Object.entries(headers))).toEqual([]);
    expect(varies(headers.vary)).toContain('origin');
  } finally {
    await alone.stop();
  }
});
