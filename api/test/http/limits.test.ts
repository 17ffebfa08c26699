import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Comment, Message, type Photo } from '@portfolio/database';
import { createGallery, createPhoto, describeWithRedis, startRedis } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const LIMITED = { LIMIT_COMMENTS: 2, LIMIT_MESSAGES: 1, LIMIT_POSTS_PER_MINUTE: 8, TRUST_PROXY: 'loopback' };

let api: TestApi;
let photo: Photo;
async function start(given: Parameters<typeof startTestApi>[0] = {}) {
  api = await startTestApi({ ...LIMITED, ...given });
  photo = await createPhoto(api.database);
}
afterEach(() => api.stop());

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

describe('what is accepted from one address', () => {
  beforeEach(() => start());

  it('is as many comments as the limit says, then none for a while, which is told', async () => {
    await comment().expect(201);
    await comment().expect(201);

    const { body, headers } = await comment().expect(429);

    expect(body).toEqual({ statusCode: 429, code: 'request.too-many', message: expect.stringContaining('Too many') });
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    expect(await comments()).toBe(2);
    await comment({}, '203.0.113.2').expect(201);
  });

  it('is no more when many come at once', async () => {
    expect(await statuses(Array.from({ length: 6 }, () => comment()))).toEqual([201, 201, 429, 429, 429, 429]);
    expect(await comments()).toBe(2);
  });

  it('is counted for messages apart', async () => {
    await message().expect(201);
    await comment().expect(201);

    const { headers } = await message().expect(429);

    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(await api.database.getRepository(Message).count()).toBe(1);
  });

  it('does not count what is refused: faulty fields, a photo that is not there, a program’s post', async () => {
    await comment({ content: '' }).expect(400);
    await comment({ photo_id: 999 }).expect(404);
    await comment({ website: 'https://spam.example' }).expect(400);

    await comment().expect(201);
    await comment().expect(201);
  });

  it('is counted by the network of an IPv6 address, which has more addresses than anybody can count', async () => {
    await comment({}, '2001:db8:1:2::1').expect(201);
    await comment({}, '2001:db8:1:2:ffff::9').expect(201);

    await comment({}, '2001:db8:1:2::3').expect(429);
    await comment({}, '2001:db8:1:3::1').expect(201);
  });

  it('is counted by the /48 of an IPv6 address too, for whoever has one can take an address of 65,536 networks', async () => {
    const from = (network: number) => `2001:db8:7:${network.toString(16)}::1`;
    // As many as 16 networks have together, each one below its limit.
    expect(await statuses(Array.from({ length: 32 }, (_, index) => comment({}, from(index))))).toEqual(
      Array(32).fill(201),
    );

    const { body } = await comment({}, from(100)).expect(429);

    expect(body.code).toBe('request.too-many');
    await comment({}, '2001:db8:8:1::1').expect(201);
  });

  it('leaves no address in the database', async () => {
    await comment().expect(201);

    const rows = await api.database.query<{ key: string }[]>('select key from rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('203.0.113.1');
  });
});

describe('requests from one address', () => {
  beforeEach(() => start());

  it('are counted in a minute, whatever comes of them', async () => {
    const faulty = Array.from({ length: 8 }, () => comment({ content: '' }));
    expect(await statuses(faulty)).toEqual(Array(8).fill(400));

    const { body, headers } = await comment().expect(429);

    expect(body.code).toBe('request.too-many');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    await message().expect(201);
    await comment({}, '203.0.113.2').expect(201);
  });
});

describe('lines that browsers log', () => {
  it('are as many a minute for an address as the limit says', async () => {
    await start({ LIMIT_LOGS_PER_MINUTE: 2 });
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

    // More than a /48 has, from one of its networks: the others still have theirs.
    const refused = await statuses(Array.from({ length: 40 }, () => log('2001:db8:9:1::1')));
    expect(refused.filter((status) => status === 429)).toHaveLength(38);
    await log('2001:db8:9:2::1').expect(202);
  });
});

describe('answers with pictures in them', () => {
  it('are as many a minute for an address as the limit says, and any number for the administrator', async () => {
    await start({ LIMIT_EMBEDS_PER_MINUTE: 3 });
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
});

describe('a form', () => {
  beforeEach(() => start({ LIMIT_COMMENTS: 100, LIMIT_MESSAGES: 100, LIMIT_POSTS_PER_MINUTE: 100 }));

  it.each([{ website: 'https://spam.example' }, { fill_time: 0 }, { fill_time: 1999 }])(
    'that a program filled in, with %j, is refused by a sentence that a person can act on',
    async (sign) => {
      const said = { statusCode: 400, code: 'request.spam', message: expect.stringContaining('try again') };

      expect((await comment(sign).expect(400)).body).toEqual(said);
      expect((await message(sign).expect(400)).body).toEqual(said);
      expect(await comments()).toBe(0);
      expect(await api.database.getRepository(Message).count()).toBe(0);
    },
  );

  it.each([{}, { website: '' }, { website: null }, { fill_time: 2000 }, { fill_time: null }])(
    'with %j is taken, since a client may know nothing of these fields',
    async (sign) => {
      await comment(sign).expect(201);
      await message(sign).expect(201);
    },
  );

  it('says which field is faulty before anything else', async () => {
    const { body } = await comment({ content: '', website: 'x' }).expect(400);

    expect(body.errors).toEqual({ content: 'Comment is required' });
  });
});

describe('whose word about an address is taken', () => {
  it('is nobody’s unless told: a header that lies evades no limit', async () => {
    await start({ TRUST_PROXY: undefined });
    await comment({}, '203.0.113.1').expect(201);
    await comment({}, '203.0.113.2').expect(201);

    await comment({}, '203.0.113.3').expect(429);
  });

  it('is only that of proxies: what a visitor wrote before them counts for nothing', async () => {
    await start();
    await comment({}, '198.51.100.1, 203.0.113.1').expect(201);
    await comment({}, '198.51.100.2, 203.0.113.1').expect(201);

    await comment({}, '198.51.100.3, 203.0.113.1').expect(429);
  });

  it('changes no answer by the host that a request names', async () => {
    await start();
    const lies = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };

    for (const path of ['/api/photos', `/api/photos/${photo.id}`, '/api/galleries', '/api/docs-json', '/api/nothing']) {
      const honest = await api.visitor.get(path);
      const { text, headers } = await api.visitor.get(path).set(lies);
      expect(text).toBe(honest.text);
      expect(JSON.stringify(headers)).not.toContain('evil');
    }
  });
});

describe('several processes', () => {
  it('count together, in PostgreSQL', async () => {
    await start();
    const other = await startTestApi({ ...LIMITED, DATABASE_URL: api.env.DATABASE_URL });
    try {
      await comment().expect(201);
      const here = api;
      api = other;
      await comment().expect(201);
      await comment().expect(429);
      api = here;
      await comment().expect(429);
    } finally {
      await other.stop();
    }
  });
});

it('a table of counters that is away turns nobody away, and memory counts', async () => {
  await start();
  await api.database.query('alter table rate_limits rename to gone');

  await comment().expect(201);
  await comment().expect(201);
  await comment().expect(429);
  await api.signIn();
});

it('a Redis that is away already at the start turns nobody away either', async () => {
  await start({ REDIS_URL: 'redis://127.0.0.1:9' });

  await comment().expect(201);
  await comment().expect(201);
  await comment().expect(429);
});

describeWithRedis('where there is Redis', () => {
  it('sites that share it count apart', async () => {
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

  it('several processes count together in it, and go on counting when it has gone', async () => {
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
