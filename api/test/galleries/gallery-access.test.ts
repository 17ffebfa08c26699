import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Gallery, Photo } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { createComment, createGallery, createPhoto } from '@portfolio/testing';
import supertest from 'supertest';
import { GalleryGrants } from '../../src/access/gallery-grants.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const PASSWORD = 'slack tide';
const WEEK = 7 * 24 * 60 * 60;

/** Wrong passwords of a gallery from all addresses. */
const PER_GALLERY = 30;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photo: Photo;
let gallery: Gallery;
let path: string;

beforeAll(async () => {
  api = await startTestApi({ TRUST_PROXY: 'loopback', LIMIT_SIGN_INS: 3, LIMIT_SIGN_INS_PER_ACCOUNT: PER_GALLERY });
  admin = await api.signIn();
  photo = await createPhoto(api.database, { title: 'Fog' });
  await createComment(api.database, photo);
  await api.storage.write(PHOTO_KEYS.rendition(photo.id, photo.version!, 640, 'jpeg'), Buffer.from('picture'));
  gallery = await createGallery(api.database, { slug: 'drafts', title: 'Drafts', photos: [photo] });
  path = `/api/galleries/${gallery.id}`;
});
afterAll(() => api.stop());

/** A client without cookies: the shared one would store them. */
const client = () => supertest(api.url);
const save = (changes: object) => admin.put(path).send(changes);
const unlock = (password: string, from = '198.51.100.1') =>
  client().post('/api/galleries/drafts/unlock').set('x-forwarded-for', from).send({ password });
const cookieIn = ({ headers }: { headers: Record<string, unknown> }) => String(headers['set-cookie']);
const media = () => `/media/${photo.id}/${photo.version}/640.jpeg`;
const open = async () => cookieIn(await unlock(PASSWORD, '198.51.100.9').expect(200)).split(';')[0]!;

describe('the visibility of a gallery', () => {
  it('follows visibility and is_active, and its password stays', async () => {
    for (const [changes, visibility] of [
      [{ is_active: false }, 'hidden'],
      [{ visibility: 'private', password: PASSWORD }, 'private'],
      [{ is_active: false }, 'private'],
      [{ visibility: 'unlisted', is_active: true }, 'unlisted'],
      [{ visibility: null, is_active: true }, 'public'],
      // The password is still there.
      [{ visibility: 'private', is_active: true }, 'private'],
      [{ title: 'Drafts', slug: 'drafts', photo_ids: [photo.id] }, 'private'],
    ] as const) {
      const { body: saved } = await save(changes);
      expect({ changes, saved: saved.gallery }).toMatchObject({
        changes,
        saved: { visibility, is_active: visibility === 'public', has_password: visibility !== 'hidden' },
      });
      const { body: listed } = await admin.get('/api/galleries').expect(200);
      expect(listed.galleries).toEqual([
        expect.objectContaining({ visibility, has_password: visibility !== 'hidden' }),
      ]);
    }
  });

  it('is private with a password only', async () => {
    const details = { title: 'Other', slug: 'other', photo_ids: [photo.id], visibility: 'private' };
    const message = 'Please set a password for the private gallery';

    for (const password of [undefined, '']) {
      const { body } = await admin
        .post('/api/galleries')
        .send({ ...details, password })
        .expect(400);
      expect(body).toMatchObject({ code: 'gallery.password-required', errors: { password: message } });
    }
    const { body } = await admin
      .post('/api/galleries')
      .send({ ...details, password: 'short' })
      .expect(400);
    expect(body.errors).toEqual({ password: 'Password must be at least 6 characters' });
  });
});

describe('an unlisted gallery', () => {
  beforeAll(() => save({ visibility: 'unlisted' }).expect(200));

  it('opens by its address, and its photo is unlisted', async () => {
    const { body } = await client().get('/api/galleries/drafts').expect(200);
    expect(body.gallery).toMatchObject({ visibility: 'unlisted', photo_count: 1 });
    expect(body.gallery).not.toHaveProperty('has_password');
    // Pages of its tags may not exist.
    expect(body.photos).toMatchObject([{ id: photo.id, visibility: 'unlisted' }]);

    const { body: shown } = await client().get(`/api/photos/${photo.id}`).expect(200);
    expect(shown.photo).toMatchObject({ visibility: 'unlisted', galleries: [] });
    const { headers } = await client().get(media()).expect(200);
    expect(headers['x-robots-tag']).toBe('noindex');
  });

  it('is next to no other gallery, and has none next to it', async () => {
    const other = await createGallery(api.database, { slug: 'shown', photos: [await createPhoto(api.database)] });

    expect((await client().get('/api/galleries/shown/next').expect(200)).body.gallery).toBeNull();
    await client().get('/api/galleries/drafts/next').expect(404);
    await admin.delete(`/api/galleries/${other.id}`).expect(200);
  });

  it('publishes no photo when it is deleted', async () => {
    const other = await createPhoto(api.database);
    const { id } = await createGallery(api.database, { visibility: 'unlisted', photos: [other] });

    await admin.delete(`/api/galleries/${id}`).expect(200);

    expect((await admin.get(`/api/photos/${other.id}`).expect(200)).body.photo.visibility).toBe('hidden');
  });
});

describe('a private gallery', () => {
  beforeAll(() => save({ visibility: 'private', password: PASSWORD }).expect(200));

  it('shows its title only', async () => {
    await api.visitor.get('/api/galleries/drafts').expect(404);
    expect((await api.visitor.get('/api/galleries/drafts/lock').expect(200)).body).toEqual({ title: 'Drafts' });
    await api.visitor.get('/api/galleries/nowhere/lock').expect(404);
    await api.visitor.get(`/api/photos/${photo.id}`).expect(404);
    await api.visitor.get(`/api/comments/photo/${photo.id}`).expect(404);
    await api.visitor.get(media()).expect(404);
  });

  it('opens with its password, for a week, by a cookie that no script reads', async () => {
    const response = await unlock(PASSWORD).expect(200);

    const attributes = `Max-Age=${WEEK}; Path=/; HttpOnly; SameSite=Lax`;
    expect(cookieIn(response)).toMatch(
      new RegExp(`^gallery_access=${gallery.id}\\.0\\.\\d+\\.[\\w-]{43}; ${attributes}$`),
    );
    expect(response.headers['cache-control']).toBe('no-store');
    const secure = await unlock(PASSWORD).set('x-forwarded-proto', 'https').expect(200);
    expect(cookieIn(secure)).toMatch(/; Secure$/);
  });

  it('is readable with the cookie, and stored by no cache', async () => {
    const cookie = await open();
    const get = (address: string) => client().get(address).set('cookie', `a=b; ${cookie}`);

    const { body, headers } = await get('/api/galleries/drafts').expect(200);
    expect(body).toMatchObject({ gallery: { visibility: 'private', photo_count: 1 }, photos: [{ id: photo.id }] });
    expect(headers['cache-control']).toBe('no-store');
    expect(body.photos[0].visibility).toBe('hidden');
    const shown = (await get(`/api/photos/${photo.id}`).expect(200)).body.photo;
    expect(shown.image_url).not.toContain('ticket');
    // Others do not see it.
    expect(shown.visibility).toBe('hidden');
    await get(`/api/galleries/drafts/photos/${photo.id}/neighbours`).expect(200);
    expect((await get(`/api/comments/photo/${photo.id}`).expect(200)).body.total).toBe(1);
    const comment = { photo_id: photo.id, author_name: 'Ruth', author_email: 'ruth@example.com', content: 'Lovely' };
    await client().post('/api/comments').send(comment).expect(404);
    await client().post('/api/comments').set('cookie', cookie).send(comment).expect(201);

    const file = await get(media()).set('x-kept-by-gateway', '1').expect(200);
    expect(file.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    expect(file.headers).not.toHaveProperty('x-accel-expires');
    // A shared cache that stored the public file does not revalidate it for the guest.
    const publicTag = String(file.headers.etag).replace('-private', '');
    await get(media()).set('if-none-match', publicTag).expect(200);
    const earlier = await get(`/media/${photo.id}/0000/640.jpeg`).expect(302);
    expect(earlier.headers.location).toBe(media());

    const { body: list } = await get('/api/photos').expect(200);
    expect(list.photos).not.toContainEqual(expect.objectContaining({ id: photo.id }));
    await client().get('/api/galleries/drafts').expect(404);
    await client().get(media()).expect(404);
  });

  it('keeps the cookie’s other galleries', async () => {
    const grants = api.app.get(GalleryGrants, { strict: false });
    const other = grants.cookie(grants.issue({ galleryId: 99, secret: 'secret' }), undefined, false).split(';')[0]!;

    const both = cookieIn(await unlock(PASSWORD).set('cookie', other).expect(200));

    expect(both).toMatch(new RegExp(`^${other}~${gallery.id}\\.`));
    await client().get('/api/galleries/drafts').set('cookie', both.split(';')[0]!).expect(200);
  });

  it('is closed to forged cookies', async () => {
    const valid = await open();
    for (const [fault, cookie] of Object.entries({
      'another gallery': valid.replace(/=\d+/, '=98'),
      'a later end': valid.replace(/\.0\.\d+\./, '.0.4000000000.'),
      'a past end': grantFor(gallery.id, await passwordHash(), 0),
      'another secret': grantFor(gallery.id, 'another'),
      'no signature': valid.replace(/[\w-]{43}$/, ''),
      'an id beyond the integers': `gallery_access=4294967296.0.4000000000.${'a'.repeat(43)}`,
    })) {
      for (const address of ['/api/galleries/drafts', media()]) {
        const { status } = await client().get(address).set('cookie', cookie);
        expect({ fault, address, status }).toEqual({ fault, address, status: 404 });
      }
    }
  });

  it('ends its cookies with a new password, and while it is hidden', async () => {
    const cookie = await open();
    const get = () => client().get('/api/galleries/drafts').set('cookie', cookie);

    await save({ visibility: 'hidden' }).expect(200);
    await get().expect(404);
    await save({ visibility: 'private' }).expect(200);
    await get().expect(200);
    await save({ visibility: 'private', password: 'spring tide' }).expect(200);
    await get().expect(404);
    await save({ visibility: 'private', password: PASSWORD }).expect(200);
    await get().expect(404);
  });

  it('refuses wrong passwords, and after three of one address the right one too', async () => {
    const from = '198.51.100.77';
    const { body } = await unlock('flood tide', from).expect(403);
    expect(body).toMatchObject({ code: 'gallery.wrong-password', errors: { password: 'The password is not right' } });
    await unlock('ebb tide', from).expect(403);
    await unlock('neap tide', from).expect(403);

    const refused = await unlock(PASSWORD, from).expect(429);
    expect(refused.body.code).toBe('gallery.too-many');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await unlock(PASSWORD, '198.51.100.78').expect(200);
  });

  it('lets nobody lock out an address that has opened it before', async () => {
    await unlock(PASSWORD, '198.51.100.90').expect(200);
    for (let attempt = 0; attempt < PER_GALLERY; attempt += 1) await unlock('ebb tide', `203.0.113.${attempt}`);

    await unlock(PASSWORD, '198.51.100.91').expect(429);
    await unlock(PASSWORD, '198.51.100.90').expect(200);
  });
});

describe('a preview link', () => {
  const previews = () => `${path}/previews`;
  const create = async (details: object = { name: 'Ruth' }) => {
    const { body } = await admin.post(previews()).send(details).expect(201);
    return { ...body, token: new URL(body.link, 'http://x').searchParams.get('token') };
  };
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const use = (token: unknown, browser = FIREFOX) =>
    client().post('/api/previews/open').set('user-agent', browser).send({ token });
  const cookieOf = async (token: unknown) => cookieIn(await use(token).expect(200)).split(';')[0]!;
  const get = (cookie: string) => client().get('/api/galleries/drafts').set('cookie', cookie);

  beforeEach(() => save({ visibility: 'hidden' }).expect(200));

  it('opens a hidden gallery and its photos for a while, and its hash is stored', async () => {
    const { preview, token } = await create();

    expect(preview).toMatchObject({ name: 'Ruth', last_used_at: null });
    const days = (Date.parse(preview.expires_at) - Date.parse(preview.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(14, 2);
    const rows = await api.database.query('select * from gallery_previews');
    expect(JSON.stringify(rows)).not.toContain(token);

    // Messengers and mail scanners fetch the link too.
    for (const bot of ['WhatsApp/2.23.20.0', ''])
      expect(cookieIn(await use(token, bot).expect(200))).toMatch(/Max-Age/);
    expect((await admin.get(previews()).expect(200)).body.previews).toEqual([preview]);

    const response = await use(token).expect(200);
    expect(response.body).toEqual({ slug: 'drafts' });
    expect(cookieIn(response)).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = cookieIn(response).split(';')[0]!;
    expect((await get(cookie).expect(200)).body.gallery.visibility).toBe('hidden');
    await client().get(media()).set('cookie', cookie).expect(200);
    const { body } = await admin.get(previews()).expect(200);
    expect(body.previews).toEqual([{ ...preview, last_used_at: expect.any(String) }]);
  });

  it('ends its cookies when it is revoked, and when it expires', async () => {
    const [revoked, expired] = [await create(), await create({ name: 'Imke', days: 1 })];
    const cookies = [await cookieOf(revoked.token), await cookieOf(expired.token)] as const;
    for (const cookie of cookies) await get(cookie).expect(200);

    await admin.delete(`${previews()}/${revoked.preview.id}`).expect(200);
    await api.database.query('update gallery_previews set expires_at = now() where id = $1', [expired.preview.id]);

    for (const cookie of cookies) await get(cookie).expect(404);
    for (const { token } of [revoked, expired]) await use(token).expect(404);
  });

  it('opens a public gallery before its schedule, which then says that others do not see it', async () => {
    const { token } = await create();
    const cookie = await cookieOf(token);
    const before = new Date(Date.now() + 3_600_000).toISOString();
    await save({ title: 'Drafts', slug: 'drafts', photo_ids: [photo.id], visibility: 'public', publish_at: before });

    const { body } = await get(cookie).expect(200);
    expect([body.gallery.visibility, body.photos[0].visibility]).toEqual(['hidden', 'hidden']);
    await save({ title: 'Drafts', slug: 'drafts', photo_ids: [photo.id], visibility: 'public', publish_at: null });
    expect((await get(cookie).expect(200)).body.gallery.visibility).toBe('public');
  });

  it('that is revoked leaves access by password', async () => {
    await save({ visibility: 'private', password: PASSWORD }).expect(200);
    const { preview, token } = await create();
    const byPassword = await open();
    const both = cookieIn(await use(token).set('cookie', byPassword).expect(200)).split(';')[0]!;
    await admin.delete(`${previews()}/${preview.id}`).expect(200);

    await get(both).expect(200);
  });

  it('opens nothing while its gallery is in the trash', async () => {
    const { token } = await create();
    const cookie = await cookieOf(token);
    await admin.delete(path).expect(200);

    await use(token).expect(404);
    await get(cookie).expect(404);
    await admin
      .post('/api/admin/trash/restore')
      .send({ gallery_ids: [gallery.id] })
      .expect(200);

    await get(cookie).expect(200);
  });

  it.each(['nonsense', "x' or '1'='1"])('is not found with the token %s', async (token) => {
    expect((await use(token).expect(404)).body.code).toBe('preview.not-found');
  });

  it('belongs to the administrator, and to one gallery', async () => {
    const { preview } = await create();

    await client().get(previews()).expect(401);
    await client().post(previews()).send({ name: 'Ruth' }).expect(401);
    await client().delete(`${previews()}/${preview.id}`).expect(401);
    await admin.delete(`/api/galleries/${gallery.id + 1}/previews/${preview.id}`).expect(404);
    await admin.post('/api/galleries/2147483647/previews').send({ name: 'Ruth' }).expect(404);
    const { body } = await admin.post(previews()).send({ name: ' ', days: 366 }).expect(400);
    expect(body.errors).toEqual({ name: 'Name is required', days: 'Days must be a whole number from 1 to 365' });
  });
});

describe('the schedule of a gallery', () => {
  const details = () => ({ title: 'Drafts', slug: 'drafts', photo_ids: [photo.id], visibility: 'public' });
  const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  const isListed = async () => {
    const { body: forSale } = await client().get('/api/photos?for_sale=true').expect(200);
    expect(forSale).toMatchObject({ photos: [], total: 0 });
    const { body } = await client().get('/api/photos?limit=200').expect(200);
    const isThere = body.photos.some(({ id }: { id: number }) => id === photo.id);
    expect(body.total).toBe(body.photos.length);
    return isThere;
  };

  it('shows and hides it at its times, through the caches and without a job', async () => {
    const { body } = await save({ ...details(), publish_at: inMs(4_000), unpublish_at: inMs(7_000) }).expect(200);
    expect(body.gallery).toMatchObject({ is_active: true, publish_at: expect.any(String) });

    const seen: boolean[] = [];
    for (const end = Date.now() + 20_000; Date.now() < end && seen.length < 3; await wait(50)) {
      const { status, body: shown } = await client().get('/api/galleries/drafts');
      const isShown = status === 200;
      if (seen.at(-1) !== isShown) seen.push(isShown);
      if (isShown) expect(shown.gallery).not.toHaveProperty('publish_at');
    }

    expect(seen).toEqual([false, true, false]);
    expect(await isListed()).toBe(false);
    await client().get(`/api/photos/${photo.id}`).expect(404);
    await client().get(media()).expect(404);
  });

  it('is removed with null, and stays when it is absent', async () => {
    await save({ ...details(), publish_at: inMs(-2_000), unpublish_at: inMs(-1_000) }).expect(200);
    await save(details()).expect(200);
    expect(await isListed()).toBe(false);

    await save({ ...details(), publish_at: null, unpublish_at: null }).expect(200);

    expect(await isListed()).toBe(true);
  });

  it('closes a private gallery to its password too, and to its cookies', async () => {
    const isPrivate = { ...details(), visibility: 'private' };
    await save({ ...isPrivate, password: PASSWORD, publish_at: null, unpublish_at: null }).expect(200);
    const get = (cookie: string) => client().get('/api/galleries/drafts').set('cookie', cookie);
    const cookie = await open();
    await get(cookie).expect(200);
    await save({ ...isPrivate, publish_at: inMs(60_000) }).expect(200);

    await get(cookie).expect(404);
    await unlock(PASSWORD).expect(404);
    await client().get('/api/galleries/drafts/lock').expect(404);
  });

  it('has an end after its beginning, and times with an offset', async () => {
    const late = await save({ ...details(), publish_at: inMs(60_000), unpublish_at: inMs(50_000) }).expect(400);
    expect(late.body.errors).toEqual({ unpublish_at: 'The end must be after the beginning' });
    const local = await save({ ...details(), publish_at: '2026-04-01T08:00' }).expect(400);
    expect(local.body.errors).toEqual({ publish_at: 'Publish at must be a date and time' });
  });
});

async function passwordHash(): Promise<string> {
  const [{ hash }] = await api.database.query<[{ hash: string }]>(
    'select password_hash as hash from galleries where id = $1',
    [gallery.id],
  );
  return hash;
}

function grantFor(galleryId: number, secret: string, now = Date.now()): string {
  const grants = api.app.get(GalleryGrants, { strict: false });
  return grants.cookie(grants.issue({ galleryId, secret }, now), undefined, false).split(';')[0]!;
}
