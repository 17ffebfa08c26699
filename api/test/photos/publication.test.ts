import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PhotoNeighboursView, PhotoView } from '@portfolio/contracts';
import type { Gallery, Photo, Rendition } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { createComment, createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const PICTURE = Buffer.from('picture');

const EARLY: Rendition[] = (['avif', 'jpeg'] as const).map((format) => {
  return { format, width: 640, height: 427, bytes: PICTURE.length };
});

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
const photos: Record<string, Photo> = {};
let shown: Gallery;
let hidden: Gallery;

/** All photos, with whether visitors see them, and whether lists have them. */
const CASES: [name: string, isPublic: boolean, visibility?: Photo['visibility']][] = [
  ['in no gallery', true],
  ['in an active gallery', true],
  ['in an inactive gallery', false],
  ['in both', true],
  ['in no gallery, processing', false],
  ['in an active gallery, failed', false],
  ['in no gallery, unlisted', true, 'unlisted'],
  ['in an active gallery, unlisted', true, 'unlisted'],
  ['in an inactive gallery, unlisted', false, 'unlisted'],
  ['in no gallery, hidden', false, 'hidden'],
  ['in an active gallery, hidden', false, 'hidden'],
];

beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
  for (const [title, , visibility = 'public'] of CASES) {
    const status = title.endsWith('processing') ? 'processing' : title.endsWith('failed') ? 'failed' : 'ready';
    // A processing photo has its smallest renditions, for the administrator.
    const early = { version: 'c0ffee123456', renditions: EARLY };
    const photo = await createPhoto(api.database, { title, status, visibility, ...(status === 'processing' && early) });
    photos[title] = photo;
    await createComment(api.database, photo, { content: `approved, on the one ${title}` });
    await createComment(api.database, photo, { content: `pending, on the one ${title}`, isApproved: false });
    if (photo.version)
      for (const format of ['avif', 'jpeg'])
        await api.storage.write(PHOTO_KEYS.rendition(photo.id, photo.version, 640, format), PICTURE);
    await api.storage.write(photo.originalKey, Buffer.from('original'));
  }
  const named = (name: string) => photos[name] as Photo;
  shown = await createGallery(api.database, {
    slug: 'shown',
    photos: [
      ...['failed', 'unlisted', 'hidden'].map((state) => named(`in an active gallery, ${state}`)),
      named('in an active gallery'),
      named('in both'),
    ],
  });
  hidden = await createGallery(api.database, {
    slug: 'hidden',
    isActive: false,
    photos: [named('in an inactive gallery'), named('in both'), named('in an inactive gallery, unlisted')],
  });
});
afterAll(() => api.stop());

const titles = (body: { photos: { title: string }[] }) => body.photos.map(({ title }) => title).sort();
const listedTitles = CASES.filter(([, isPublic, visibility]) => isPublic && !visibility).map(([name]) => name);
/** Address of an earlier version. */
const earlierMediaOf = ({ id }: Photo) => `/media/${id}/0000/640.avif`;
const mediaFolderOf = (name: string) => `/media/${photos[name]?.id}/`;
const mediaOf = (photo: Photo) => `/media/${photo.id}/${photo.version}/640.avif`;

describe('a photo', () => {
  it.each(CASES)('%s: public is %s on every surface', async (name, isPublic) => {
    const photo = photos[name] as Photo;
    const status = isPublic ? 200 : 404;

    await api.visitor.get(`/api/photos/${photo.id}`).expect(status);
    await api.visitor.get(`/api/photos/${photo.id}?embed=base64`).expect(status);
    await api.visitor.get(mediaOf(photo)).expect(status);
    await api.visitor.head(mediaOf(photo)).expect(status);
    await api.visitor.get(earlierMediaOf(photo)).expect(isPublic ? 302 : 404);
    await api.visitor
      .get(mediaOf(photo))
      .set('if-none-match', '*')
      .expect(isPublic ? 304 : 404);
    const comments = await api.visitor.get(`/api/comments/photo/${photo.id}`).expect(status);
    if (isPublic)
      expect(comments.body.comments).toEqual([expect.objectContaining({ content: `approved, on the one ${name}` })]);
    const comment = { photo_id: photo.id, author_name: 'Ruth', author_email: 'ruth@example.com', content: 'Lovely' };
    await api.visitor
      .post('/api/comments')
      .send(comment)
      .expect(isPublic ? 201 : 404);
  });

  it('is listed if public and not unlisted; the list of the administrator has all', async () => {
    const visitors = await api.visitor.get('/api/photos').expect(200);
    const all = await admin.get('/api/photos').expect(200);

    expect(titles(visitors.body)).toEqual([...listedTitles].sort());
    expect(visitors.body.total).toBe(listedTitles.length);
    expect(titles(all.body)).toEqual(CASES.map(([name]) => name).sort());
    expect(titles((await api.visitor.get('/api/photos?status=processing')).body)).toEqual([...listedTitles].sort());
  });

  it('is in the sitemap if it is listed', async () => {
    const { body } = await api.visitor.get('/api/public/sitemap/1').expect(200);

    const ids = listedTitles.map((title) => photos[title]!.id);
    expect(body.photos.map(({ id }: { id: number }) => id).sort()).toEqual(ids.sort());
    expect(body.galleries).toEqual([
      { slug: 'shown', image: expect.stringContaining(mediaFolderOf('in an active gallery')) },
    ]);
  });

  it('has its original for the administrator only', async () => {
    for (const photo of Object.values(photos)) {
      await api.visitor.get(`/media/${photo.id}/original`).expect(404);
      await admin.get(`/media/${photo.id}/original`).expect(200);
    }
    const { body } = await api.visitor.get('/api/photos').expect(200);
    expect(new Set(body.photos.map(({ original_url }: PhotoView) => original_url))).toEqual(new Set([null]));
  });

  it('shows its smallest size to the administrator during processing', async () => {
    const { id } = photos['in no gallery, processing'] as Photo;
    const { body } = await admin.get(`/api/photos/${id}`).expect(200);

    const { status, renditions, small_thumbnail_url } = body.photo as PhotoView;
    expect([status, renditions.length]).toEqual(['processing', 2]);
    for (const url of [small_thumbnail_url!, ...renditions.map(({ url }) => url)]) {
      const picture = await api.visitor.get(url).expect(200);
      expect(picture.headers['cache-control']).toBe('private, max-age=3600');
      await api.visitor.get(url.replace(/\?.*/, '')).expect(404);
    }
  });

  it('is embedded only if public', async () => {
    const embedded = async (path: string) => {
      const { body } = await api.visitor.get(`${path}?embed=base64`).expect(200);
      return body.photos.map(({ title, large_thumbnail_base64 }: PhotoView) => [title, large_thumbnail_base64]).sort();
    };
    const withPicture = (names: string[]) => [...names].sort().map((name) => [name, PICTURE.toString('base64')]);

    expect(await embedded('/api/photos')).toEqual(withPicture(listedTitles));
    expect(await embedded('/api/galleries/shown')).toEqual(withPicture(['in an active gallery', 'in both']));
  });

  it('that is unlisted has no galleries for visitors', async () => {
    const address = `/api/photos/${photos['in an active gallery, unlisted']?.id}`;

    expect((await api.visitor.get(address).expect(200)).body.photo).toMatchObject({ gallery_id: null, galleries: [] });
    expect((await admin.get(address).expect(200)).body.photo.gallery_id).toBe(shown.id);
  });

  it('hides its inactive galleries from visitors', async () => {
    const { body } = await api.visitor.get(`/api/photos/${photos['in both']?.id}`).expect(200);

    expect(body.photo.galleries).toEqual([{ id: shown.id, title: shown.title, slug: 'shown' }]);
    expect(titles((await api.visitor.get(`/api/photos?gallery_id=${hidden.id}`)).body)).toEqual([]);
  });
});

/** Position and neighbours, by title. */
const positionOf = ({ place, total, previous, next }: PhotoNeighboursView) => ({
  place,
  total,
  previous: previous?.title,
  next: next?.title,
});

describe('a photo in a gallery', () => {
  const neighbours = (photo: string, slug = 'shown') => `/api/galleries/${slug}/photos/${photos[photo]?.id}/neighbours`;

  it('has neighbours among the photos that the caller sees', async () => {
    const visitors = await api.visitor.get(neighbours('in an active gallery')).expect(200);
    const all = await admin.get(neighbours('in an active gallery')).expect(200);

    expect(visitors.body.gallery).toEqual({ id: shown.id, title: shown.title, slug: 'shown' });
    expect(positionOf(visitors.body)).toEqual({ place: 1, total: 2, previous: undefined, next: 'in both' });
    expect(positionOf(all.body)).toEqual({
      place: 4,
      total: 5,
      previous: 'in an active gallery, hidden',
      next: 'in both',
    });
    // The same views as by id.
    const photoAs = async (client: typeof admin, title: string) =>
      (await client.get(`/api/photos/${photos[title]?.id}`).expect(200)).body.photo;
    expect(visitors.body.next).toEqual(await photoAs(api.visitor, 'in both'));
    expect(all.body.previous).toEqual(await photoAs(admin, 'in an active gallery, hidden'));
  });

  it.each([
    ['a photo that is public, and not in it', 'in no gallery', 'shown', 'photo.not-found'],
    ['a photo in it that is not public', 'in an active gallery, failed', 'shown', 'photo.not-found'],
    ['a photo in it that is unlisted', 'in an active gallery, unlisted', 'shown', 'photo.not-found'],
    ['a public photo in a hidden gallery', 'in both', 'hidden', 'gallery.not-found'],
    ['a photo in no gallery of that name', 'in both', 'nowhere', 'gallery.not-found'],
    ['a gallery whose name is none', 'in both', '%00', 'gallery.not-found'],
    ['no photo', 'nothing', 'shown', 'photo.not-found'],
  ])('is a 404 for visitors for %s', async (_, photo, slug, code) => {
    const { body } = await api.visitor.get(neighbours(photo, slug)).expect(404);

    expect(body.code).toBe(code);
  });
});

describe('a gallery', () => {
  it('has only photos that the caller sees, in list, count and cover', async () => {
    const visitors = await api.visitor.get('/api/galleries/shown').expect(200);
    const all = await admin.get('/api/galleries/shown').expect(200);

    expect(titles(visitors.body)).toEqual(['in an active gallery', 'in both']);
    expect(visitors.body.gallery.photo_count).toBe(2);
    expect([visitors.body.total, all.body.total]).toEqual([2, 5]);
    expect(visitors.body.gallery.preview_image).toContain(`/media/${photos['in an active gallery']?.id}/`);
    expect(all.body.gallery.photo_count).toBe(5);
  });

  it('that is inactive is a 404 for visitors', async () => {
    await api.visitor.get('/api/galleries/hidden').expect(404);
    expect((await api.visitor.get('/api/galleries?status=all')).body.galleries).toHaveLength(1);
    await admin.get('/api/galleries/hidden').expect(200);
  });
});

it('a page of a gallery is filled with photos that the caller sees', async () => {
  const page = async (cursor = '') => (await api.visitor.get(`/api/galleries/shown?limit=1${cursor}`).expect(200)).body;

  const first = await page();
  const second = await page(`&cursor=${first.next_cursor}`);

  expect([first, second].map(titles)).toEqual([['in an active gallery'], ['in both']]);
  expect(second.next_cursor).toBeNull();
});

describe('a rendition that visitors may not see', () => {
  const anotherHidden = async () => {
    const photo = await createPhoto(api.database, { title: 'another hidden one' });
    await createGallery(api.database, { isActive: false, photos: [photo] });
    await api.storage.write(PHOTO_KEYS.rendition(photo.id, String(photo.version), 640, 'avif'), PICTURE);
    return photo;
  };
  const hiddenRendition = async () => {
    const { body } = await admin.get(`/api/photos/${photos['in an inactive gallery']?.id}`).expect(200);
    return body.photo.renditions.find(({ format, width }: Rendition) => format === 'avif' && width === 640)
      .url as string;
  };

  it('rejects the ticket of another, and an altered one', async () => {
    const url = await hiddenRendition();
    const ticket = new URL(url, api.url).searchParams.get('ticket') as string;
    const own = photos['in an inactive gallery'] as Photo;
    const other = await anotherHidden();
    const [until, seal] = ticket.split('.');

    await api.visitor.get(`${mediaOf(other)}?ticket=${ticket}`).expect(404);
    await api.visitor.get(`${mediaOf(own)}?ticket=${Number(until) + 1}.${seal}`).expect(404);
    await api.visitor.get(`${mediaOf(own)}?ticket=${until}.${seal}x`).expect(404);
    await api.visitor.get(`${mediaOf(own)}?ticket=`).expect(404);
    await api.visitor.get(`${mediaOf(own)}?ticket=${ticket}&ticket=${ticket}`).expect(404);
    await api.visitor.get(`${mediaOf(own)}?ticket=${ticket}`).expect(200);
  });
});

describe('a photo in inactive galleries only', () => {
  /** A photo with a file in inactive galleries. */
  const confined = async (galleries = 1) => {
    const photo = await createPhoto(api.database);
    await api.storage.write(PHOTO_KEYS.rendition(photo.id, String(photo.version), 640, 'avif'), PICTURE);
    const other = await createPhoto(api.database);
    const around = [];
    for (let count = 0; count < galleries; count += 1)
      around.push(await createGallery(api.database, { isActive: false, photos: [photo, other] }));
    return { photo, other, galleries: around, gallery: around[0]! };
  };
  const saved = async ({ id }: Photo) => (await admin.get(`/api/photos/${id}`).expect(200)).body.photo as PhotoView;
  const expectVisitorsGet = async (photo: Photo, status: 200 | 404) => {
    await api.visitor.get(`/api/photos/${photo.id}`).expect(status);
    await api.visitor.get(`/api/comments/photo/${photo.id}`).expect(status);
    await api.visitor.get(mediaOf(photo)).expect(status);
  };
  const form = ({ title, slug }: Gallery, kept: Photo) => ({ title, slug, photo_ids: [kept.id] });

  it('stays hidden when its gallery is deleted', async () => {
    const { photo, gallery } = await confined();

    await admin.delete(`/api/galleries/${gallery.id}`).expect(200);

    await expectVisitorsGet(photo, 404);
    expect((await saved(photo)).visibility).toBe('hidden');
  });

  it('stays hidden when it leaves its last gallery, by either form', async () => {
    const own = await confined();
    const ofGallery = await confined();

    await admin.put(`/api/photos/${own.photo.id}`).send({ gallery_ids: [] }).expect(200);
    await admin
      .put(`/api/galleries/${ofGallery.gallery.id}`)
      .send(form(ofGallery.gallery, ofGallery.other))
      .expect(200);

    for (const { photo } of [own, ofGallery]) {
      await expectVisitorsGet(photo, 404);
      expect((await saved(photo)).visibility).toBe('hidden');
    }
    expect((await saved(ofGallery.other)).visibility).toBe('public');
  });

  it('stays hidden when all its galleries are deleted at once', async () => {
    const { photo, other, galleries } = await confined(4);

    await Promise.all(galleries.map(({ id }) => admin.delete(`/api/galleries/${id}`).expect(200)));

    for (const one of [photo, other]) expect((await saved(one)).visibility).toBe('hidden');
  });

  it('keeps its visibility in another gallery', async () => {
    const { photo, galleries } = await confined(2);

    await admin.delete(`/api/galleries/${galleries[0]!.id}`).expect(200);
    await expectVisitorsGet(photo, 404);
    expect((await saved(photo)).visibility).toBe('public');

    await admin.put(`/api/galleries/${galleries[1]!.id}`).send({ is_active: true }).expect(200);
    await expectVisitorsGet(photo, 200);
    // Visible photos stay visible.
    await admin.delete(`/api/galleries/${galleries[1]!.id}`).expect(200);
    await expectVisitorsGet(photo, 200);
  });

  it('is published on request', async () => {
    const deleted = await confined();
    const removed = await confined();
    const own = await confined();

    await admin.delete(`/api/galleries/${deleted.gallery.id}?publish=true`).expect(200);
    await admin
      .put(`/api/galleries/${removed.gallery.id}`)
      .send({ ...form(removed.gallery, removed.other), publish_removed: true })
      .expect(200);
    await admin.put(`/api/photos/${own.photo.id}`).send({ gallery_ids: [], visibility: 'public' }).expect(200);

    for (const { photo } of [deleted, removed, own]) await expectVisitorsGet(photo, 200);
  });

  it('leaves no trace when it is deleted after the gallery that showed it', async () => {
    const photo = await createPhoto(api.database);
    const gallery = await createGallery(api.database, { photos: [photo] });
    await createGallery(api.database, { publishAt: new Date('2999-01-01'), photos: [photo] });
    await api.visitor.get(`/api/photos/${photo.id}`).expect(200);
    await admin.delete(`/api/galleries/${gallery.id}`).expect(200);

    await admin.delete(`/api/photos/${photo.id}`).expect(200);

    await api.visitor.get(`/api/photos/${photo.id}`).expect(404);
  });
});
