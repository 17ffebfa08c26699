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
  // With the slash that is easily typed.
  api = await startTestApi({ ADMIN_ORIGINS: ['https://admin.example.com', `${STUDIO}/`] });
  admin = await api.signIn();
  const { email, password } = DEMO_ACCOUNT;
  const { body } = await api.visitor.post('/api/auth/login').send({ email, password });
  authorization = `Bearer ${body.token}`;
});
afterAll(() => api.stop());

/** Asks what a page of that origin may do. */
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
  it.each(['GET', 'POST', 'PUT', 'DELETE'])('may %s with a token, and need not ask again at once', async (method) => {
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
  });

  it('reads what it is answered, and when to try again, and how a file is called', async () => {
    const { headers } = await admin.get('/api/galleries').set('origin', STUDIO).expect(200);

    expect(headers['access-control-allow-origin']).toBe(STUDIO);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(varies(headers.vary)).toContain('origin');
    expect(headers['access-control-expose-headers']?.split(/, */)).toEqual(
      expect.arrayContaining(['retry-after', 'content-disposition', 'etag']),
    );
  });

  it('reads refusals too', async () => {
    for (const path of ['/api/comments', '/api/photos/999', '/api/nothing']) {
      const { headers } = await api.visitor.get(path).set('origin', STUDIO);
      expect([path, headers['access-control-allow-origin']]).toEqual([path, STUDIO]);
    }
  });

  it('uploads', async () => {
    const { headers } = await admin
      .post('/api/photos/upload')
      .set('origin', STUDIO)
      .field('title', 'Harbour')
      .attach('image', await aJpeg(), 'harbour.jpg')
      .expect(201);

    expect(headers['access-control-allow-origin']).toBe(STUDIO);
  });

  it('hears what happens on the site', async () => {
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
  it('is told nothing when it asks what it may do', async () => {
    const { status, headers } = await preflight(origin, 'DELETE');

    expect(status).toBe(404);
    expect(corsHeaders(headers)).toEqual([]);
    expect(varies(headers.get('vary'))).toContain('origin');
  });

  it('cannot read an answer, nor the stream', async () => {
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

it('lets nobody in where no origin is configured', async () => {
  const alone = await startTestApi();
  try {
    const { headers } = await alone.visitor.get('/api/galleries').set('origin', STUDIO).expect(200);

    expect(corsHeaders(Object.entries(headers))).toEqual([]);
    expect(varies(headers.vary)).toContain('origin');
  } finally {
    await alone.stop();
  }
});
