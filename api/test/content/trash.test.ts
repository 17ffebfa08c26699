import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LIMITS, type TrashItemView, type TrashKind } from '@portfolio/contracts';
import { deleteTrashed, NewsItem, type Photo } from '@portfolio/database';
import { PHOTO_KEYS, trashKey } from '@portfolio/storage';
import { createComment, createGallery, createMessage, createPhoto } from '@portfolio/testing';
import { recordQueries } from '../scale/plans.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate photos, galleries, news_items, messages cascade'));

const TRASH = '/api/admin/trash';
const trash = async (query = '') => (await admin.get(TRASH + query).expect(200)).body;
const kindsAndIds = async () => ((await trash()).items as TrashItemView[]).map(({ kind, id }) => `${kind} ${id}`);
const restore = (ids: object) => admin.post(`${TRASH}/restore`).send(ids).expect(200);
const statusOf = async (address: string) => (await api.visitor.get(address)).status;

/** All rows that a deletion touches. */
async function rows(): Promise<Record<string, unknown>> {
  const tables = ['photos', 'galleries', 'gallery_photos', 'comments', 'messages', 'news_items', 'trashed_positions'];
  const found: Record<string, unknown> = {};
  for (const table of [...tables, 'photo_listings']) {
    found[table] = await api.database.query(`select * from ${table} entry order by entry::text`);
  }
  found.counts = await api.database.query(
    'select list, facets, sum(count) from row_counts group by 1, 2 having sum(count) <> 0 order by 1, 2',
  );
  return found;
}

/** A site with one row of each kind, and what deletes each. */
async function aSite() {
  const photo = await createPhoto(api.database, { title: 'Harbour' });
  const other = await createPhoto(api.database, { title: 'Pier' });
  const gallery = await createGallery(api.database, { slug: 'coast', title: 'Coast', photos: [other, photo] });
  await api.database.query('update gallery_photos set is_cover = photo_id = $1', [photo.id]);
  const comment = await createComment(api.database, other);
  await createComment(api.database, photo, { isApproved: false });
  const message = await createMessage(api.database, { photoId: photo.id });
  const news = await api.database.getRepository(NewsItem).save({ headline: 'Open studio', content: null, link: null });
  return { photo, other, gallery, comment, message, news };
}

const KINDS: [TrashKind, deletion: (site: Awaited<ReturnType<typeof aSite>>) => [string, number], title: string][] = [
  ['photo', ({ photo: { id } }) => [`/api/photos/${id}`, id], 'Harbour'],
  ['gallery', ({ gallery: { id } }) => [`/api/galleries/${id}`, id], 'Coast'],
  ['comment', ({ comment: { id } }) => [`/api/comments/${id}`, id], 'Ruth Calder'],
  ['message', ({ message: { id } }) => [`/api/admin/messages/${id}`, id], 'A print of the harbour'],
  ['news', ({ news: { id } }) => [`/api/news/${id}`, id], 'Open studio'],
];

describe('the trash', () => {
  it.each(KINDS)('takes a %s out of every list, and puts it back as it was', async (kind, deletion, title) => {
    const [address, id] = deletion(await aSite());
    const before = await rows();

    await admin.delete(address).expect(200);

    expect(await trash()).toMatchObject({ total: 1, items: [{ kind, id, title }], next_cursor: null });
    const { body: dashboard } = await admin.get('/api/admin/dashboard').expect(200);
    const { photos, galleries, comments, pendingComments, unreadMessages } = dashboard;
    expect([photos, galleries, comments, pendingComments, unreadMessages]).toEqual(
      {
        photo: [1, 1, 1, 0, 1],
        gallery: [2, 0, 1, 1, 1],
        comment: [2, 1, 0, 1, 1],
        message: [2, 1, 1, 1, 0],
        news: [2, 1, 1, 1, 1],
      }[kind],
    );
    const lists = await Promise.all(
      ['/api/photos', '/api/galleries', '/api/comments', '/api/admin/messages', '/api/news'].map(async (list) => {
        const { body } = await admin.get(list).expect(200);
        const [rowsOfList] = Object.values(body).filter(Array.isArray) as { id: number; title?: string }[][];
        expect(body.total).toBe(rowsOfList!.length);
        return rowsOfList!.length;
      }),
    );
    expect(lists).toEqual(
      {
        photo: [1, 1, 1, 1, 1],
        gallery: [2, 0, 2, 1, 1],
        comment: [2, 1, 1, 1, 1],
        message: [2, 1, 2, 0, 1],
        news: [2, 1, 2, 1, 0],
      }[kind],
    );
    await admin.delete(address).expect(404);

    await expect(restore({ [`${kind}_ids`]: [id] })).resolves.toMatchObject({ body: { count: 1 } });

    expect(await rows()).toEqual(before);
    await expect(restore({ [`${kind}_ids`]: [id] })).resolves.toMatchObject({ body: { count: 0 } });
  });

  it('answers 410 at addresses that visitors knew, and 404 at others', async () => {
    const { photo, news } = await aSite();
    const hidden = await createPhoto(api.database, { visibility: 'hidden' });
    await createGallery(api.database, { slug: 'draft', isActive: false, photos: [hidden] });
    const confined = await createPhoto(api.database);
    const { id: draft } = await createGallery(api.database, { slug: 'more', isActive: false, photos: [confined] });
    const { id: planned } = await createGallery(api.database, { slug: 'planned', publishAt: new Date('2999-01-01') });
    const byLink = { slug: 'by-link', visibility: 'unlisted' as const, isActive: false };
    const sent = await createPhoto(api.database);
    const { id: unlisted } = await createGallery(api.database, { ...byLink, photos: [sent] });
    const { id: coast } = (await admin.get('/api/galleries/coast')).body.gallery;
    const later = await api.database.getRepository(NewsItem).save({ headline: 'Later', isActive: false });
    await api.storage.write(PHOTO_KEYS.rendition(photo.id, photo.version!, 320, 'jpeg'), Buffer.from('picture'));
    const media = `/media/${photo.id}/${photo.version}/320.jpeg`;
    expect(await statusOf(media)).toBe(200);

    await admin
      .post('/api/photos/batch/delete')
      .send({ photo_ids: [photo.id, hidden.id, confined.id, sent.id] })
      .expect(200);
    for (const id of [draft, coast, planned, unlisted]) await admin.delete(`/api/galleries/${id}`).expect(200);
    for (const { id } of [news, later]) await admin.delete(`/api/news/${id}`).expect(200);

    const { body } = await api.visitor.get(`/api/photos/${photo.id}`).expect(410);
    expect(body).toEqual({ statusCode: 410, message: 'Photo not found', code: 'photo.gone' });
    const addresses = [
      '/api/galleries/coast',
      '/api/galleries/by-link',
      `/api/news/${news.id}`,
      `/api/photos/${sent.id}`,
      `/api/photos/${hidden.id}`,
    ];
    const more = [
      `/api/photos/${confined.id}`,
      '/api/galleries/more',
      '/api/galleries/planned',
      media,
      `/api/comments/photo/${photo.id}`,
    ];
    await expect(Promise.all([...addresses, ...more, `/api/news/${later.id}`].map(statusOf))).resolves.toEqual([
      410, 410, 410, 410, 404, 404, 404, 404, 404, 404, 404,
    ]);
    const items = (await trash()).items as TrashItemView[];
    // An item of another kind may have the same id.
    const { thumbnail_url: thumbnail } = items.find(({ kind, id }) => kind === 'photo' && id === photo.id)!;
    expect(thumbnail).toContain(`${media}?ticket=`);
    expect(await statusOf(thumbnail!)).toBe(200);
    await admin
      .post('/api/photos/known')
      .send({ content_hashes: [photo.contentHash] })
      .expect(200, { known: [] });
  });

  it('returns photos to their places in a gallery that was saved since', async () => {
    const photos: Photo[] = [];
    for (const title of ['A', 'B', 'C', 'D', 'E']) photos.push(await createPhoto(api.database, { title }));
    const interludes = [
      { position: 2, text: 'Winter' },
      { position: 4, text: 'Spring' },
    ];
    const { id } = await createGallery(api.database, { slug: 'year', photos, interludes });
    const ids = photos.map((photo) => photo.id);
    const [, second, third] = ids as [number, number, number];
    const year = async () => (await admin.get('/api/galleries/year').expect(200)).body;
    const before = await year();

    await admin
      .post('/api/photos/batch/delete')
      .send({ photo_ids: [third, second] })
      .expect(200);
    const { gallery, photos: left, interludes: texts } = await year();
    const body = { title: 'Year', slug: 'year', photo_ids: left.map((photo: Photo) => photo.id), interludes: texts };
    expect(gallery.photo_count).toBe(3);
    await admin.put(`/api/galleries/${id}`).send(body).expect(200);
    await restore({ photo_ids: [second, third] });

    const after = await year();
    expect(after.photos.map((photo: Photo) => photo.id)).toEqual(ids);
    expect(after.interludes.at(-1)).toEqual(before.interludes.at(-1));
  });

  it('restores photos to taken positions with queries that do not grow with their number', async () => {
    const photos: Photo[] = [];
    for (let count = 0; count < 8; count += 1) photos.push(await createPhoto(api.database));
    const ids = photos.map((photo) => photo.id);
    const texts = [4, 7].map((position) => ({ position, text: `Part ${position}` }));
    const { id } = await createGallery(api.database, { slug: 'year', photos, interludes: texts });
    const year = async () => (await admin.get('/api/galleries/year').expect(200)).body;
    const { interludes } = await year();
    const counts: number[] = [];
    for (const number of [1, 3]) {
      const deleted = [ids[0]!, ids[2]!, ids[5]!].slice(0, number);
      await admin.post('/api/photos/batch/delete').send({ photo_ids: deleted }).expect(200);
      const photo_ids = ids.filter((left) => !deleted.includes(left));
      await admin.put(`/api/galleries/${id}`).send({ title: 'Year', slug: 'year', photo_ids, interludes }).expect(200);

      counts.push((await recordQueries(api.database, () => restore({ photo_ids: deleted }))).length);

      const after = await year();
      expect(after.photos.map((photo: Photo) => photo.id)).toEqual(ids);
      expect(after.interludes).toEqual(interludes);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('restores two photos deleted from the same position, with one cover', async () => {
    const [one, two, three] = [
      await createPhoto(api.database),
      await createPhoto(api.database),
      await createPhoto(api.database),
    ];
    const { id } = await createGallery(api.database, { slug: 'coast', photos: [one, two] });
    const makeCover = (photoId: number) =>
      admin
        .put(`/api/galleries/${id}`)
        .send({ title: 'Coast', slug: 'coast', photo_ids: [one.id, photoId], cover_photo_id: photoId })
        .expect(200);
    for (const photo of [two, three]) {
      await makeCover(photo.id);
      await admin.delete(`/api/photos/${photo.id}`).expect(200);
    }
    await admin.delete(`/api/galleries/${id}`).expect(200);

    await restore({ photo_ids: [two.id, three.id] });
    await restore({ gallery_ids: [id] });

    const places = await api.database.query('select photo_id, is_cover from gallery_photos order by position');
    const ids: number[] = places.map(({ photo_id: photo }: { photo_id: number }) => photo);
    expect(ids.sort((a, b) => a - b)).toEqual([one.id, two.id, three.id]);
    expect(places.filter(({ is_cover: isCover }: { is_cover: boolean }) => isCover)).toHaveLength(1);
  });

  it('publishes nothing by deletions and restores, in any order', async () => {
    const photo = await createPhoto(api.database);
    const { id: gallery } = await createGallery(api.database, { slug: 'draft', isActive: false, photos: [photo] });
    const address = `/api/photos/${photo.id}`;
    const before = await rows();
    const steps: [deletion: boolean, 'photo' | 'gallery'][][] = [
      [
        [true, 'gallery'],
        [true, 'photo'],
        [false, 'photo'],
        [false, 'gallery'],
      ],
      [
        [true, 'photo'],
        [true, 'gallery'],
        [false, 'photo'],
        [false, 'gallery'],
      ],
      [
        [true, 'photo'],
        [true, 'gallery'],
        [false, 'gallery'],
        [false, 'photo'],
      ],
    ];
    for (const order of steps) {
      for (const [isDeletion, kind] of order) {
        const target = kind === 'photo' ? address : `/api/galleries/${gallery}`;
        const id = kind === 'photo' ? photo.id : gallery;
        await (isDeletion ? admin.delete(target).expect(200) : restore({ [`${kind}_ids`]: [id] }));
        expect(await statusOf(address)).toBe(404);
      }
      expect(await rows()).toEqual(before);
    }
    // Deactivated and deleted while the photo was in the trash.
    await admin.put(`/api/galleries/${gallery}`).send({ is_active: true }).expect(200);
    await admin.delete(address).expect(200);
    await admin.put(`/api/galleries/${gallery}`).send({ is_active: false }).expect(200);
    await admin.delete(`/api/galleries/${gallery}`).expect(200);
    await restore({ photo_ids: [photo.id] });
    expect(await statusOf(address)).toBe(404);
  });

  it.each([
    ['returns to a public gallery', false],
    ['was in a public gallery, also deleted', true],
  ])('leaves a photo public that was in a deleted draft and %s', async (_, isDeletedToo) => {
    const { photo, gallery } = await aSite();
    const { id: draft } = await createGallery(api.database, { slug: 'draft', isActive: false, photos: [photo] });
    await admin.delete(`/api/photos/${photo.id}`).expect(200);
    await admin.delete(`/api/galleries/${draft}`).expect(200);
    if (isDeletedToo) await admin.delete(`/api/galleries/${gallery.id}`).expect(200);

    await restore({ photo_ids: [photo.id] });

    expect(await statusOf(`/api/photos/${photo.id}`)).toBe(200);
  });

  it('returns a public photo of two galleries that were deleted one after the other', async () => {
    const { photo, gallery } = await aSite();
    await createGallery(api.database, { slug: 'by-link', visibility: 'unlisted', isActive: false, photos: [photo] });
    await admin.delete(`/api/galleries/${gallery.id}`).expect(200);
    await admin.delete(`/api/photos/${photo.id}`).expect(200);

    await restore({ gallery_ids: [gallery.id], photo_ids: [photo.id] });

    expect((await admin.get(`/api/photos/${photo.id}`).expect(200)).body.photo.visibility).toBe('public');
  });

  it('hides a photo that returns to a gallery which has become public meanwhile', async () => {
    const photo = await createPhoto(api.database);
    const { id: draft } = await createGallery(api.database, { slug: 'draft', isActive: false, photos: [photo] });
    await admin.delete(`/api/photos/${photo.id}`).expect(200);
    await admin.put(`/api/galleries/${draft}`).send({ is_active: true }).expect(200);

    await restore({ photo_ids: [photo.id] });

    expect(await statusOf(`/api/photos/${photo.id}`)).toBe(404);
  });

  it.each([
    ['alone', (id: number) => admin.put(`/api/photos/${id}`).send({ visibility: 'hidden' })],
    ['with others', (id: number) => admin.put('/api/photos/batch').send({ photo_ids: [id], visibility: 'hidden' })],
  ])('leaves a photo hidden that was hidden %s while its gallery was in the trash', async (_, hide) => {
    const photo = await createPhoto(api.database);
    const byLink = (slug: string) =>
      createGallery(api.database, { slug, visibility: 'unlisted', isActive: false, photos: [photo] });
    const [{ id: deleted }] = [await byLink('one'), await byLink('other')];
    await admin.delete(`/api/galleries/${deleted}`).expect(200);
    await hide(photo.id).expect(200);

    await restore({ gallery_ids: [deleted] });

    expect(await statusOf(`/api/photos/${photo.id}`)).toBe(404);
  });

  it('gives a gallery another address where its own and the next one are taken', async () => {
    const { gallery } = await aSite();
    await admin.delete(`/api/galleries/${gallery.id}`).expect(200);
    for (const slug of ['coast', `coast-${gallery.id}`]) await createGallery(api.database, { slug });

    await restore({ gallery_ids: [gallery.id] });

    expect((await admin.get(`/api/galleries/coast-${gallery.id}-1`).expect(200)).body.total).toBe(2);
  });

  it('gives one of two galleries that were deleted at the same address another one', async () => {
    const ids: number[] = [];
    for (const title of ['Coast', 'Other coast']) {
      const { id } = await createGallery(api.database, { slug: 'coast', title });
      await admin.delete(`/api/galleries/${id}`).expect(200);
      ids.push(id);
    }

    await restore({ gallery_ids: ids });

    expect(await statusOf('/api/galleries/coast')).toBe(200);
    expect(await statusOf(`/api/galleries/coast-${ids[1]}`)).toBe(200);
  });

  it('keeps comments with their photo, and those deleted before apart', async () => {
    const photo = await createPhoto(api.database);
    const [kept, deleted] = [await createComment(api.database, photo), await createComment(api.database, photo)];
    await admin.delete(`/api/comments/${deleted.id}`).expect(200);
    await admin.delete(`/api/photos/${photo.id}`).expect(200);
    expect(await kindsAndIds()).toEqual([`photo ${photo.id}`, `comment ${deleted.id}`]);
    const listed = async () =>
      (await admin.get('/api/comments').expect(200)).body.comments.map(({ id }: { id: number }) => id);
    expect(await listed()).toEqual([]);

    await restore({ photo_ids: [photo.id] });
    expect(await listed()).toEqual([kept.id]);
    await admin.delete(`/api/photos/${photo.id}`).expect(200);
    await restore({ comment_ids: [deleted.id] });
    expect(await listed()).toEqual([]);
    expect(await kindsAndIds()).toEqual([`photo ${photo.id}`]);
    await restore({ photo_ids: [photo.id] });

    expect(await listed()).toEqual([deleted.id, kept.id]);
  });

  it('does not delete comments whose photo is in the trash too', async () => {
    const photo = await createPhoto(api.database);
    const comment = await createComment(api.database, photo);
    await admin.delete(`/api/photos/${photo.id}`).expect(200);

    const { count } = await deleteTrashed(api.database.manager, 'comment', { limit: LIMITS.batch });
    await restore({ photo_ids: [photo.id] });

    expect(count).toBe(0);
    expect((await admin.get('/api/comments').expect(200)).body.comments).toMatchObject([{ id: comment.id }]);
  });

  it('pages by deletion, the latest first', async () => {
    const { photo, other, news } = await aSite();
    await admin.delete(`/api/news/${news.id}`).expect(200);
    await admin
      .post('/api/photos/batch/delete')
      .send({ photo_ids: [photo.id, other.id] })
      .expect(200);
    const all = await kindsAndIds();

    const pages: string[] = [];
    for (let cursor = ''; ;) {
      const { items, next_cursor, total } = await trash(`?limit=1${cursor}`);
      expect(total).toBe(3);
      pages.push(...items.map(({ kind, id }: TrashItemView) => `${kind} ${id}`));
      if (next_cursor === null) break;
      cursor = `&cursor=${next_cursor}`;
    }

    expect(all).toEqual([`photo ${other.id}`, `photo ${photo.id}`, `news ${news.id}`]);
    expect(pages).toEqual(all);
  });
});

describe('deletion for good', () => {
  it('removes the selected rows of the trash, and leaves others', async () => {
    const { photo, other, gallery, comment, message, news } = await aSite();
    await admin.delete(`/api/photos/${photo.id}`).expect(200);
    await admin.delete(`/api/galleries/${gallery.id}`).expect(200);
    const ids = { photo_ids: [photo.id, other.id], gallery_ids: [gallery.id], comment_ids: [comment.id] };

    const { body } = await admin
      .post(`${TRASH}/delete`)
      .send({ ...ids, message_ids: [message.id], news_ids: [news.id] });

    expect(body).toEqual({ count: 2, message: '2 items deleted' });
    expect(await rows()).toMatchObject({
      photos: [{ id: other.id }],
      galleries: [],
      comments: [{ id: comment.id }],
      messages: [{ id: message.id, photo_id: null }],
      news_items: [{ id: news.id }],
      trashed_positions: [],
    });
    expect(await statusOf(`/api/photos/${photo.id}`)).toBe(404);
  });

  it('empties the trash, and enqueues the removal of files', async () => {
    const { other, comment, news } = await aSite();
    // The photo's deletion for good takes the comment.
    for (const address of [`comments/${comment.id}`, `photos/${other.id}`, `news/${news.id}`]) {
      await admin.delete(`/api/${address}`).expect(200);
    }

    const { waiting = 0 } = await api.jobs.counts();

    const { body } = await admin.delete(TRASH).expect(200);

    expect(body).toEqual({ count: 3, message: '3 items deleted', left: 0 });
    expect((await api.jobs.counts()).waiting).toBe(waiting + 1);
    expect(await trash()).toMatchObject({ items: [], total: 0 });
  });

  it('moves originals to the storage’s trash without the queue', async () => {
    const { photo } = await aSite();
    await api.storage.write(photo.originalKey, Buffer.from('picture'));
    await admin.delete(`/api/photos/${photo.id}`).expect(200);
    jest.spyOn(api.jobs, 'add').mockRejectedValueOnce(new Error('The queue is down'));
    await admin.delete(TRASH).expect(200);
    expect(await api.storage.stat(trashKey(photo.originalKey))).toBeDefined();
  });

  it('needs a selection', async () => {
    for (const call of ['restore', 'delete']) {
      const { body } = await admin.post(`${TRASH}/${call}`).send({}).expect(400);
      expect(body.message).toBe('Please select at least one item');
    }
  });
});
