import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Comment, Message, type Photo } from '@portfolio/database';
import { createGallery, createPhoto, describeWithRedis, startRedis } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const LIMITED = {
  LIMIT_COMMENTS: 2,
  LIMIT_MESSAGES: 1,
  LIMIT_POSTS_PER_MINUTE: 8,
  LIMIT_LOGS_PER_MINUTE: 2,
  LIMIT_EMBEDS_PER_MINUTE: 3,
  TRUST_PROXY: 'loopback',
};

let api: TestApi;
let photo: Photo;
async function start(given: Parameters<typeof startTestApi>[0] = {}) {
  api = await startTestApi({ ...LIMITED, ...given });
  photo = await createPhoto(api.database);
}
/** Starts one API for the tests of a describe; each begins without counters and posts. */
function startOnce(given: Parameters<typeof start>[0] = {}) {
  beforeAll(() => start(given));
  beforeEach(() => api.database.query('truncate rate_limits, comments, messages'));
  afterAll(() => api.stop());
}

const comment = (given: object = {}, from = '203.0.113.1') =>
  api.visitor
    .post('/api/comments')
    .set('x-forwarded-for', from)
    .send({ photo_id: photo.id, author_name: 'Zoë', author_email: 'zoe@example.com', content: 'Lovely.', ...given });
const message = (given: object = {}, from = '203.0.113.1') =>
  api.visitor
    .post('/api/contact')
    .set('x-forwarded-for', from)
    .send({ name: 'Zoë', email: 'zoe@example.com', subject: 'A print', message: 'Is it for sale?', ...given });
const comments = () => api.database.getRepository(Comment).count();
const statuses = async (requests: Iterable<PromiseLike<{ status: number }>>) =>
  (await Promise.all(requests)).map(({ status }) => status).sort();

describe('behind a proxy', () => {
  startOnce();

  it('comments reach the limit of an address, then get Retry-After', async () => {
    await comment().expect(201);
    await comment().expect(201);

    const { body, headers } = await comment().expect(429);

    expect(body).toEqual({ statusCode: 429, code: 'request.too-many', message: expect.stringContaining('Too many') });
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    expect(await comments()).toBe(2);
    await comment({}, '203.0.113.2').expect(201);
  });

  it('comments stay within the limit when concurrent', async () => {
    expect(await statuses(Array.from({ length: 6 }, () => comment()))).toEqual([201, 201, 429, 429, 429, 429]);
    expect(await comments()).toBe(2);
  });

  it('messages have a limit of their own', async () => {
    await message().expect(201);
    await comment().expect(201);

    const { headers } = await message().expect(429);

    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(await api.database.getRepository(Message).count()).toBe(1);
  });

  it('rejected posts do not count: invalid fields, an unknown photo, spam', async () => {
    await comment({ content: '' }).expect(400);
    await comment({ photo_id: 999 }).expect(404);
    await comment({ website: 'https://spam.example' }).expect(400);

    await comment().expect(201);
    await comment().expect(201);
  });

  it('comments count by the /64 of an IPv6 address', async () => {
    await comment({}, '2001:db8:1:2::1').expect(201);
    await comment({}, '2001:db8:1:2:ffff::9').expect(201);

    await comment({}, '2001:db8:1:2::3').expect(429);
    await comment({}, '2001:db8:1:3::1').expect(201);
  });

  it('comments count by the /48 of an IPv6 address too', async () => {
    const from = (network: number) => `2001:db8:7:${network.toString(16)}::1`;
    // The limit of 16 networks, each below its own limit.
    expect(await statuses(Array.from({ length: 32 }, (_, index) => comment({}, from(index))))).toEqual(
      Array(32).fill(201),
    );

    const { body } = await comment({}, from(100)).expect(429);

    expect(body.code).toBe('request.too-many');
    await comment({}, '2001:db8:8:1::1').expect(201);
  });

  it('comments store no address in the database', async () => {
    await comment().expect(201);

    const rows = await api.database.query<{ key: string }[]>('select key from rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('203.0.113.1');
  });

  it('requests of an address have a limit a minute, also when rejected', async () => {
    const faulty = Array.from({ length: 8 }, () => comment({ content: '' }));
    expect(await statuses(faulty)).toEqual(Array(8).fill(400));

    const { body, headers } = await comment().expect(429);

    expect(body.code).toBe('request.too-many');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    await message().expect(201);
    await comment({}, '203.0.113.2').expect(201);
  });

  it('log lines of an address have a limit a minute', async () => {
    const log = (from: string) =>
      api.visitor
        .post('/api/logs/frontend')
        .set('x-forwarded-for', from)
        .send({ level: 'error', message: 'Failed to load galleries' });
    await log('203.0.113.1').expect(202);
    await log('203.0.113.1').expect(202);

    expect((await log('203.0.113.1').expect(429)).headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await log('203.0.113.2').expect(202);
    await comment().expect(201);

    // Beyond the limit of a /48 from one network: the others keep theirs.
    const refused = await statuses(Array.from({ length: 40 }, () => log('2001:db8:9:1::1')));
    expect(refused.filter((status) => status === 429)).toHaveLength(38);
    await log('2001:db8:9:2::1').expect(202);
  });

  it('embedded pictures have a limit a minute for an address, and none for the administrator', async () => {
    const gallery = await createGallery(api.database, { slug: 'coast', photos: [photo] });
    const paths = ['/api/photos', `/api/photos/${photo.id}`, `/api/galleries/${gallery.slug}`];
    const embed = (path: string, from = '203.0.113.1') =>
      api.visitor.get(`${path}?embed=base64`).set('x-forwarded-for', from);
    for (const path of paths) await embed(path).expect(200);

    for (const path of paths) {
      const { body, headers } = await embed(path).expect(429);
      expect([body.code, headers['retry-after']]).toEqual(['request.too-many', expect.stringMatching(/^[1-9]\d*$/)]);
      await api.visitor.get(path).set('x-forwarded-for', '203.0.113.1').expect(200);
    }
    await embed('/api/photos', '203.0.113.2').expect(200);
    const admin = await api.signIn();
    await admin.get('/api/photos?embed=base64').set('x-forwarded-for', '203.0.113.1').expect(200);
  });

  it('X-Forwarded-For is read from trusted proxies only', async () => {
    await comment({}, '198.51.100.1, 203.0.113.1').expect(201);
    await comment({}, '198.51.100.2, 203.0.113.1').expect(201);

    await comment({}, '198.51.100.3, 203.0.113.1').expect(429);
  });

  it('Host and X-Forwarded-Host do not change responses', async () => {
    const lies = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };

    for (const path of ['/api/photos', `/api/photos/${photo.id}`, '/api/galleries', '/api/docs-json', '/api/nothing']) {
      const honest = await api.visitor.get(path);
      const { text, headers } = await api.visitor.get(path).set(lies);
      expect(text).toBe(honest.text);
      expect(JSON.stringify(headers)).not.toContain('evil');
    }
  });

  it('the counters of several processes are shared in PostgreSQL', async () => {
    const other = await startTestApi({ ...LIMITED, DATABASE_URL: api.env.DATABASE_URL });
    const here = api;
    try {
      await comment().expect(201);
      api = other;
      await comment().expect(201);
      await comment().expect(429);
      api = here;
      await comment().expect(429);
    } finally {
      api = here;
      await other.stop();
    }
  });
});

describe('a form', () => {
  startOnce({ LIMIT_COMMENTS: 100, LIMIT_MESSAGES: 100, LIMIT_POSTS_PER_MINUTE: 100 });

  it.each([{ website: 'https://spam.example' }, { fill_time: 0 }, { fill_time: 1999 }])(
    'with %j is rejected as spam with a helpful message',
    async (sign) => {
      const spam = { statusCode: 400, code: 'request.spam', message: expect.stringContaining('try again') };

      expect((await comment(sign).expect(400)).body).toEqual(spam);
      expect((await message(sign).expect(400)).body).toEqual(spam);
      expect(await comments()).toBe(0);
      expect(await api.database.getRepository(Message).count()).toBe(0);
    },
  );

  it.each([{}, { website: '' }, { website: null }, { fill_time: 2000 }, { fill_time: null }])(
    'with %j is accepted',
    async (sign) => {
      await comment(sign).expect(201);
      await message(sign).expect(201);
    },
  );

  it('is validated before the spam check', async () => {
    const { body } = await comment({ content: '', website: 'x' }).expect(400);

    expect(body.errors).toEqual({ content: 'Comment is required' });
  });
});

describe('the API', () => {
  afterEach(() => api.stop());

  it('ignores X-Forwarded-For by default', async () => {
    await start({ TRUST_PROXY: undefined });
    await comment({}, '203.0.113.1').expect(201);
    await comment({}, '203.0.113.2').expect(201);

    await comment({}, '203.0.113.3').expect(429);
  });

  it('counts in memory without the table of counters', async () => {
    await start();
    await api.database.query('alter table rate_limits rename to gone');

    await comment().expect(201);
    await comment().expect(201);
    await comment().expect(429);
    await api.signIn();
  });

  it('counts in memory when Redis is down at the start', async () => {
    await start({ REDIS_URL: 'redis://127.0.0.1:9' });

    await comment().expect(201);
    await comment().expect(201);
    await comment().expect(429);
  });
});

describeWithRedis('where there is Redis', () => {
  afterEach(() => api.stop());

  it('counters of sites that share a Redis are separate', async () => {
    const redis = await startRedis();
    await start({ REDIS_URL: redis?.url });
    const [here, photoHere] = [api, photo];
    try {
      await comment().expect(201);
      await comment().expect(201);
      await start({ REDIS_URL: redis?.url });
      await comment().expect(201);
      await comment().expect(201);
      await comment().expect(429);
    } finally {
      await api.stop();
      [api, photo] = [here, photoHere];
    }
    await comment().expect(429);
    await redis?.stop();
  });

  it('counters of several processes are shared in Redis, and fall back to memory when it stops', async () => {
    const redis = await startRedis();
    await start({ REDIS_URL: redis?.url });
    const other = await startTestApi({ ...LIMITED, DATABASE_URL: api.env.DATABASE_URL, REDIS_URL: redis?.url });
    const here = api;
    try {
      await comment().expect(201);
      api = other;
      await comment().expect(201);
      expect((await comment().expect(429)).headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(await api.database.query('select key from rate_limits')).toEqual([]);

      await redis?.stop();
      await comment().expect(201);
      await comment().expect(201);
      await comment().expect(429);
      await api.signIn();
    } finally {
      api = here;
      await other.stop();
      await redis?.stop();
    }
  });
});
