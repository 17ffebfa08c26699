import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@portfolio/contracts';
import { createGallery, createPhoto } from '@portfolio/testing';
import { ViewCounter } from '../../src/views/view-counter.ts';
import { recordQueries } from '../scale/plans.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi({ TRUST_PROXY: 'loopback' });
  admin = await api.signIn();
});
// No test is at midnight.
beforeEach(() => setZone(zoneAtNoon()));
afterEach(async () => {
  await api.app.get(ViewCounter).flush();
  await api.database.query(
    'truncate page_views, referrer_views, visitor_counts, visitor_salts, visitor_hashes, settings, photos, galleries cascade',
  );
});
afterAll(() => api.stop());

let network = 0;
const newAddress = () => `10.1.${Math.floor(++network / 250)}.${network % 250}`;

/** Shows a page in a browser; each without an address is another one's. */
const show = (
  page: string,
  { from = '', address = newAddress(), agent = FIREFOX, ...headers }: Record<string, string> = {},
) =>
  api.visitor
    .get('/api/views')
    .query({ page, from })
    .set({ 'user-agent': agent, 'x-forwarded-for': address, ...headers });
const showAll = async (...pages: string[]) => {
  for (const page of pages) await show(page).expect(204);
};

async function report(query: object = {}) {
  await api.app.get(ViewCounter).flush();
  return (await admin.get('/api/admin/views').query(query).expect(200)).body;
}
const pages = async () =>
  Object.fromEntries((await report()).pages.map(({ page, views }: { page: string; views: number }) => [page, views]));
const setZone = (zone: string) =>
  api.database.query(
    `insert into settings (name, value) values ('time_zone', $1) on conflict (name) do update set value = $1`,
    [zone],
  );
/** A time zone in which it is between 12 and 13 o'clock. "Etc/GMT+1" is an hour behind UTC. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

describe('a view', () => {
  it('counts for its page, with a response that nobody caches', async () => {
    const [photo, gallery] = [
      await createPhoto(api.database, { title: 'Harbour' }),
      await createGallery(api.database, { title: 'Sea', slug: 'sea' }),
    ];
    const { headers, text } = await show(`/photo/${photo.id}`).expect(204);
    expect([headers['cache-control'], text]).toEqual(['no-store', '']);
    expect(JSON.stringify(headers).length).toBeLessThan(200);
    await showAll('/', `/photo/${photo.id}`, '/gallery/sea/', '/galleries', '/about', '/contact', '/imprint');

    const { pages: all, views } = await report();

    expect(all[0]).toEqual({ page: `/photo/${photo.id}`, title: 'Harbour', views: 2 });
    expect(all).toContainEqual({ page: '/gallery/sea', title: 'Sea', views: 1 });
    expect(all).toContainEqual({ page: '/', title: 'Home', views: 1 });
    expect(views).toBe(8);
    await api.database.query(`update galleries set slug = 'the-sea' where id = $1`, [gallery.id]);
    expect(await pages()).toMatchObject({ '/gallery/the-sea': 1 });
    await api.database.query('delete from galleries');
    expect((await report()).pages).toContainEqual({ page: `/gallery/${gallery.id}`, title: null, views: 1 });
  });

  it('counts for the page of a tag, in any case, where the site has such pages', async () => {
    await createPhoto(api.database, { keywords: ['Låg Tide'] });
    await showAll('/tags/låg tide');
    expect(await pages()).toEqual({});
    await api.database.query(`insert into settings (name, value) values ('tag_pages', 'true')`);
    await showAll('/tags/låg tide', '/tags/Låg Tide', '/tags/none');

    expect((await report()).pages).toEqual([{ page: '/tags/l%C3%A5g%20tide', title: 'låg tide', views: 2 }]);
  });

  it.each(['B/W', 'night/', '100%', 'a+b'])('counts for the page of the tag %s, as the pages send it', async (tag) => {
    await createPhoto(api.database, { keywords: [tag] });
    await api.database.query(`insert into settings (name, value) values ('tag_pages', 'true')`);
    const path = `/tags/${encodeURIComponent(tag)}`;
    await api.visitor
      .get(`/api/views?page=${path}`)
      .set({ 'user-agent': FIREFOX, 'x-forwarded-for': newAddress() })
      .expect(204);

    expect((await report()).pages).toEqual([
      { page: `/tags/${encodeURIComponent(tag.toLowerCase())}`, title: tag.toLowerCase(), views: 1 },
    ]);
  });

  it('does not count for a tag whose path is too long to store, and leaves other views', async () => {
    const tag = '👩‍🎨'.repeat(LIMITS.keyword);
    await createPhoto(api.database, { keywords: [tag] });
    await api.database.query(`insert into settings (name, value) values ('tag_pages', 'true')`);
    await showAll(`/tags/${tag}`, '/about');

    expect(await pages()).toEqual({ '/about': 1 });
  });

  it('does not count for a page that visitors do not see', async () => {
    const hidden = await createPhoto(api.database, { visibility: 'hidden' });
    await createGallery(api.database, { slug: 'draft', isActive: false });
    await createGallery(api.database, { slug: 'locked', visibility: 'private', passwordHash: 'x' });
    await showAll(`/photo/${hidden.id}`, '/gallery/draft', '/gallery/locked', '/photo/99', '/gallery/none');
    await showAll('/admin', '/photo/99999999999', '/photo/1/2', '/../about', '//about', '/constructor', 'about');
    await show('/photo/99', { from: 'example.org' });

    expect(await report()).toMatchObject({ views: 0, visitors: 0, pages: [], referrers: [] });
  });

  it.each([
    ['a known bot', { agent: GOOGLEBOT }],
    ['a program', { agent: 'curl/8.5.0' }],
    ['a client without a name', { agent: '' }],
    ['the administrator', { authorization: 'Bearer anything' }],
    ['a prerendered page', { 'sec-purpose': 'prefetch;prerender' }],
    ['an image on another site', { 'sec-fetch-site': 'cross-site' }],
  ])('does not count for %s', async (_, options) => {
    await show('/', options).expect(204);

    expect(await report()).toMatchObject({ views: 0, visitors: 0 });
  });

  it('is refused with an invalid page or host', async () => {
    expect((await show('').expect(400)).body.errors).toEqual({ page: 'page must be a path' });
    const { body } = await show('/', { from: 'https://example.org/secret?q=1' }).expect(400);
    expect(body.errors).toEqual({ from: 'from must be a host' });
  });

  it('counts its referrer by domain, unless it is the site itself', async () => {
    for (const from of ['Example.org', 'example.org:8080', '127.0.0.1', 'b.example']) await show('/', { from });

    expect((await report()).referrers).toEqual([
      { domain: 'example.org', views: 2 },
      { domain: 'b.example', views: 1 },
    ]);
  });

  it('counts 120 times a minute from one network, and no domain beyond 1,000 a day', async () => {
    const address = newAddress();
    await Promise.all(Array.from({ length: 130 }, () => show('/', { address }).expect(204)));
    expect(await report()).toMatchObject({ views: 120, visitors: 1 });

    const { day } = (await report()).days.at(-1);
    await api.database.query(
      `insert into referrer_views (day, domain, views) select $1, i || '.example', 1 from generate_series(1, 1000) i`,
      [day],
    );
    await show('/', { from: 'new.example' });
    await show('/', { from: '7.example' });
    await api.app.get(ViewCounter).flush();
    const counted = `select domain, views from referrer_views where domain in ('new.example', '7.example')`;
    expect(await api.database.query(counted)).toEqual([{ domain: '7.example', views: 2 }]);
  });

  it('is one statement with others of the same moment', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const queries = await recordQueries(api.database, async () => {
      await Promise.all([first, second, first].map((address) => show('/about', { address }).expect(204)));
      await api.app.get(ViewCounter).flush();
    });

    expect(queries.filter(({ sql }) => sql.includes('insert into page_views'))).toHaveLength(1);
    expect(await report()).toMatchObject({ views: 3, visitors: 2 });
  });
});

describe('visitors', () => {
  it('count once a day, by address and browser, of which neither is stored', async () => {
    const address = '203.0.113.77';
    for (const agent of [FIREFOX, SAFARI, FIREFOX]) {
      await show('/', { address, agent });
      expect(await report()).toBeDefined();
    }

    expect(await report()).toMatchObject({ views: 3, visitors: 2 });
    const tables = ['page_views', 'referrer_views', 'visitor_counts', 'visitor_salts', 'visitor_hashes'];
    const rows = await Promise.all(tables.map((table) => api.database.query(`select * from ${table}`)));
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|Firefox|Safari/);
    const logged = await api.database.query(
      `select relname from pg_class where relname in ('visitor_salts', 'visitor_hashes') and relpersistence <> 'u'`,
    );
    expect(logged).toEqual([]);
  });

  it('count again with the salt of another day, in the time zone of the site', async () => {
    const address = newAddress();
    const hashes = () => api.database.query('select hash from visitor_hashes');
    const ofDays: unknown[] = [];
    // A day apart at any time.
    for (const zone of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
      await setZone(zone);
      await show('/', { address });
      await report();
      // Those of the day before are deleted.
      ofDays.push(await hashes());
    }

    const { days } = await report();

    expect(days.slice(-2)).toMatchObject([
      { views: 1, visitors: 1 },
      { views: 1, visitors: 1 },
    ]);
    expect(ofDays).toEqual([[{ hash: expect.anything() }], [{ hash: expect.anything() }]]);
    expect(ofDays[0]).not.toEqual(ofDays[1]);
    await api.database.query('delete from visitor_salts');
    expect(await hashes()).toEqual([]);
    expect((await report()).visitors).toBe(2);
  });
});

describe('the report', () => {
  const add = (day: string, page: string, views: number) =>
    api.database.query('insert into page_views (day, page, views) values ($1, $2, $3)', [day, page, views]);

  it('has every day of its period, 30 by default', async () => {
    await add('2026-03-14', '/', 4);
    await add('2026-03-14', '/about', 1);
    await add('2026-03-16', '/', 2);
    await api.database.query(`insert into visitor_counts values ('2026-03-14', 3)`);

    const { days, views, visitors } = await report({ from: '2026-03-13', to: '2026-03-15' });

    expect(days).toEqual([
      { day: '2026-03-13', views: 0, visitors: 0 },
      { day: '2026-03-14', views: 5, visitors: 3 },
      { day: '2026-03-15', views: 0, visitors: 0 },
    ]);
    expect([views, visitors]).toEqual([5, 3]);
    expect((await report()).days).toHaveLength(30);
    expect((await report({ to: '2026-03-01' })).days[0].day).toBe('2026-01-31');
  });

  it.each([
    [{ from: '2026-02-30' }, 'from must be a day such as 2026-03-14'],
    [{ from: '2026-3-1' }, 'from must be a day such as 2026-03-14'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'from must not be after to'],
    [{ from: '2020-01-01', to: '2026-03-01' }, 'A report has at most 800 days'],
  ])('refuses %j', async (query, message) => {
    const { body } = await admin.get('/api/admin/views').query(query).expect(400);
    expect(body.errors).toEqual({ from: message });
  });

  it('is for the administrator', async () => {
    await api.visitor.get('/api/admin/views').expect(401);
    await api.visitor.get('/api/admin/views.csv').expect(401);
  });

  it('is CSV without formulas', async () => {
    const photo = await createPhoto(api.database, { title: '=HYPERLINK("http://x.example"), "quoted"' });
    await add('2026-03-14', `/photo/${photo.id}`, 4);
    await add('2026-03-14', '/gallery/7', 1);
    await api.database.query(`insert into referrer_views values ('2026-03-14', 'example.org', 2)`);

    const { text, headers } = await admin
      .get('/api/admin/views.csv')
      .query({ from: '2026-03-14', to: '2026-03-14' })
      .expect(200);

    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="views.csv"',
    });
    expect(text.split('\r\n')).toEqual([
      'kind,name,title,views,visitors',
      'day,2026-03-14,,5,0',
      `page,/photo/${photo.id},"'=HYPERLINK(""http://x.example""), ""quoted""",4,`,
      'page,/gallery/7,,1,',
      'referrer,example.org,,2,',
      '',
    ]);
  });

  it('refuses CSV of an invalid period as JSON, not as a file', async () => {
    const query = { from: '2026-03-02', to: '2026-03-01' };
    const { body, headers } = await admin.get('/api/admin/views.csv').query(query).expect(400);
    expect(body.errors).toEqual({ from: 'from must not be after to' });
    expect(headers).not.toHaveProperty('content-disposition');
  });
});
