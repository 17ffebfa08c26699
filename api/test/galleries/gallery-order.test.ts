import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Gallery, GalleryPhoto, type Photo } from '@portfolio/database';
import { aJpeg, createGallery, createPhoto, isFullLevel } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const ROUNDS = isFullLevel ? 10 : 3;
const UNKNOWN_ID = 2_000_000_000;

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let photos: Photo[];
let gallery: Gallery;
let image: Buffer;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
  image = await aJpeg({ width: 60, height: 40 });
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate photos, galleries cascade');
  photos = [];
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) photos.push(await createPhoto(api.database, { title }));
  gallery = await createGallery(api.database, { slug: 'slack-water', description: 'Four winters.', photos });
});

const idsOf = (chosen: Photo[]) => chosen.map(({ id }) => id);
const order = (photo_ids: unknown, id = gallery.id) =>
  admin.put(`/api/galleries/${id}/order`).send({ photo_ids } as object);
const save = (changes: object) =>
  admin.put(`/api/galleries/${gallery.id}`).send({ title: 'Slack Water', slug: 'slack-water', ...changes });
const upload = () =>
  admin
    .post('/api/photos/upload')
    .field({ title: 'New', gallery_id: String(gallery.id) })
    .attach('image', image, 'x.jpg');
const add = (photo_ids: number[]) => admin.put('/api/photos/batch').send({ photo_ids, add_to_gallery_id: gallery.id });
/** Stored ids and positions. */
async function entries() {
  const rows = await api.database
    .getRepository(GalleryPhoto)
    .find({ where: { galleryId: gallery.id }, order: { position: 'ASC' } });
  return { ids: rows.map(({ photoId }) => photoId), positions: rows.map(({ position }) => position) };
}

describe('sorting photos of a gallery', () => {
  it('permutes their positions and leaves other photos in place', async () => {
    const [one, two, three, four, five] = idsOf(photos) as [number, number, number, number, number];
    await admin.delete(`/api/photos/${two}`).expect(200);

    const { body } = await order([five, one, three]).expect(200);

    expect(await entries()).toEqual({ ids: [five, one, four, three], positions: [0, 2, 3, 4] });
    expect(body.gallery).toMatchObject({
      id: gallery.id,
      title: gallery.title,
      slug: 'slack-water',
      description: 'Four winters.',
      is_active: true,
      photo_count: 4,
    });
    expect(body.gallery.preview_image).toContain(`/media/${five}/`);
  });

  it('ignores photos of other galleries', async () => {
    const [one, two, three, four, five] = idsOf(photos);
    const elsewhere = await createPhoto(api.database);

    await order([UNKNOWN_ID, five, elsewhere.id, two]).expect(200);

    expect((await entries()).ids).toEqual([one, five, three, four, two]);
    await order([UNKNOWN_ID]).expect(200);
    expect((await entries()).ids).toEqual([one, five, three, four, two]);
  });

  it.each([
    [undefined, 'Please select at least one photo for the gallery'],
    [[], 'Please select at least one photo for the gallery'],
    [[1, 1], 'A photo can be in a gallery only once'],
    [['1'], 'One of the selected photos is not valid'],
    [[0], 'One of the selected photos is not valid'],
    [[2_147_483_648], 'One of the selected photos is not valid'],
  ])('rejects %j', async (wrong, message) => {
    expect((await order(wrong).expect(400)).body.errors).toEqual({ photo_ids: message });
    expect((await entries()).ids).toEqual(idsOf(photos));
  });

  it('is a 404 without the gallery', async () => {
    expect((await order(idsOf(photos), UNKNOWN_ID).expect(404)).body.code).toBe('gallery.not-found');
  });

  it('needs the administrator', async () => {
    const photo_ids = idsOf(photos).reverse();

    await api.visitor.put(`/api/galleries/${gallery.id}/order`).send({ photo_ids }).expect(401);

    expect((await entries()).ids).toEqual(idsOf(photos));
  });

  it('loses no photo in concurrent changes', async () => {
    const [one, two, three, four, five] = idsOf(photos) as [number, number, number, number, number];

    for (let round = 0; round < ROUNDS; round += 1) {
      const [added, doomed] = [await createPhoto(api.database), await createPhoto(api.database)];
      await add([doomed.id]).expect(200);
      const responses = await Promise.all([
        order([five, doomed.id, one]),
        upload(),
        order([two, four, three]),
        add([added.id]),
        admin.delete(`/api/photos/${doomed.id}`),
        order([one, five]),
      ]);

      expect(responses.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200]);
      const { ids, positions } = await entries();
      expect(ids).toHaveLength(photos.length + 2 * (round + 1));
      expect(ids).toEqual(expect.arrayContaining([one, two, three, four, five, added.id, responses[1]!.body.photo.id]));
      expect(positions.every((position) => position >= 0)).toBe(true);
      expect(ids.filter((id) => [two, three, four].includes(id))).toEqual([two, four, three]);
    }
  });
});

describe('sorting galleries', () => {
  const list = async (agent: { get: TestApi['visitor']['get'] } = api.visitor, query = '') =>
    (await agent.get(`/api/galleries${query}`).expect(200)).body;
  const slugs = async (agent?: typeof admin) => (await list(agent)).galleries.map(({ slug }: Gallery) => slug);
  const sort = (gallery_ids: unknown) => admin.put('/api/galleries/order').send({ gallery_ids } as object);
  let made: Record<string, Gallery>;
  beforeEach(async () => {
    await api.database.query('truncate galleries cascade');
    made = {};
    for (const slug of ['dunes', 'coast', 'attic', 'hills']) {
      made[slug] = await createGallery(api.database, { slug, photos, isActive: slug !== 'attic' });
    }
  });

  it('permutes their positions and leaves others in place, new ones first', async () => {
    expect(await slugs(admin)).toEqual(['hills', 'attic', 'coast', 'dunes']);

    const { body } = await sort([made.dunes!.id, made.hills!.id, UNKNOWN_ID]).expect(200);
    expect(body).toEqual({ message: 'Order saved' });
    expect(await slugs(admin)).toEqual(['dunes', 'attic', 'coast', 'hills']);
    await createGallery(api.database, { slug: 'islands' });

    expect(await slugs(admin)).toEqual(['islands', 'dunes', 'attic', 'coast', 'hills']);
    expect(await slugs()).toEqual(['islands', 'dunes', 'coast', 'hills']);
  });

  it('holds for pages and for the next gallery', async () => {
    await sort([made.coast!.id, made.hills!.id, made.dunes!.id]).expect(200);

    const first = await list(api.visitor, '?limit=2');
    const second = await list(api.visitor, `?limit=2&cursor=${first.next_cursor}`);
    expect([...first.galleries, ...second.galleries].map(({ slug }) => slug)).toEqual(['coast', 'hills', 'dunes']);
    expect(second.next_cursor).toBeNull();
    for (const [slug, next] of [
      ['coast', 'hills'],
      ['hills', 'dunes'],
      ['dunes', 'coast'],
    ]) {
      const { body } = await api.visitor.get(`/api/galleries/${slug}/next`).expect(200);
      expect(body.gallery.slug).toBe(next);
    }
  });

  it('never deadlocks, and keeps positions distinct', async () => {
    const ids = Object.values(made).map(({ id }) => id);

    await Promise.all(
      Array.from({ length: ROUNDS }, (_, round) => sort(round % 2 ? ids : ids.toReversed()).expect(200)),
    );

    const [{ positions }] = await api.database.query(
      'select count(distinct position)::int as positions from galleries',
    );
    expect(positions).toBe(ids.length);
  });

  it('refuses visitors and a body without a list of ids', async () => {
    for (const ids of [[], ['1'], [1, 1], 'all']) await sort(ids).expect(400);
    await api.visitor
      .put('/api/galleries/order')
      .send({ gallery_ids: [1] })
      .expect(401);
  });
});

describe('the cover of a gallery', () => {
  const coverOf = async (agent: { get: TestApi['visitor']['get'] } = api.visitor) =>
    (await agent.get('/api/galleries/slack-water').expect(200)).body.gallery;
  const choose = (photo: Photo | null, changes: object = {}) =>
    save({ photo_ids: idsOf(photos), cover_photo_id: photo && photo.id, ...changes });
  const coverFile = ({ id }: Photo) => expect.stringContaining(`/media/${id}/`);

  it('is any of its photos; null takes the first one again', async () => {
    await choose(photos[2]!).expect(200);
    expect(await coverOf()).toMatchObject({ preview_image: coverFile(photos[2]!), cover_photo_id: null });
    expect(await coverOf(admin)).toMatchObject({ cover_photo_id: photos[2]!.id, preview: { title: 'Three' } });

    await choose(photos[4]!).expect(200);
    expect((await coverOf()).preview_image).toEqual(coverFile(photos[4]!));
    await choose(null).expect(200);

    expect(await coverOf(admin)).toMatchObject({ cover_photo_id: null, preview_image: coverFile(photos[0]!) });
  });

  it('stays in another order, and when a request does not name it', async () => {
    await choose(photos[2]!).expect(200);
    const reversed = idsOf(photos).reverse();

    await save({ photo_ids: reversed }).expect(200);
    await order(idsOf(photos)).expect(200);
    await admin.put(`/api/galleries/${gallery.id}`).send({ is_active: true }).expect(200);

    expect((await coverOf(admin)).cover_photo_id).toBe(photos[2]!.id);
  });

  it('is chosen with the creation', async () => {
    const form = { title: 'Coast', slug: 'coast', photo_ids: idsOf(photos), cover_photo_id: photos[1]!.id };

    const { body } = await admin.post('/api/galleries').send(form).expect(201);

    expect(body.gallery).toMatchObject({ cover_photo_id: photos[1]!.id, preview: { title: 'Two' }, opening: 'plain' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is hidden', () => admin.put(`/api/photos/${photos[2]!.id}`).send({ visibility: 'hidden' }).expect(200)],
    ['leaves the gallery', () => admin.put(`/api/photos/${photos[2]!.id}`).send({ gallery_ids: [] }).expect(200)],
    ['is deleted', () => admin.delete(`/api/photos/${photos[2]!.id}`).expect(200)],
    ['is not in it', () => choose(photos[2]!, { photo_ids: idsOf(photos.slice(0, 2)) }).expect(200)],
  ])('is the first photo for visitors when the chosen one %s', async (_, withdraw) => {
    await choose(photos[2]!).expect(200);

    await withdraw();

    expect((await coverOf()).preview_image).toEqual(coverFile(photos[0]!));
  });

  it('is part of the version', async () => {
    const { headers } = await admin.get('/api/galleries/slack-water').expect(200);
    await choose(photos[2]!).expect(200);

    const { body } = await choose(photos[3]!).set('If-Match', headers.etag!).expect(412);

    expect(body.current.gallery.cover_photo_id).toBe(photos[2]!.id);
  });

  it.each([0, -1, '3', 1.5])('cannot be %p', async (cover_photo_id) => {
    const { body } = await save({ photo_ids: idsOf(photos), cover_photo_id }).expect(400);

    expect(body.errors).toEqual({ cover_photo_id: 'The cover is not valid' });
  });
});

describe('the opening of a gallery', () => {
  it('is plain by default, is saved, and stays when a request does not name it', async () => {
    const openingOf = async () =>
      (await api.visitor.get('/api/galleries/slack-water').expect(200)).body.gallery.opening;
    expect(await openingOf()).toBe('plain');

    await save({ photo_ids: idsOf(photos), opening: 'cover' }).expect(200);
    await save({ photo_ids: idsOf(photos) }).expect(200);
    expect(await openingOf()).toBe('cover');
    const { body } = await save({ photo_ids: idsOf(photos), opening: 'loud' }).expect(400);

    expect(body.errors).toEqual({ opening: 'Opening must be plain or cover' });
  });
});

describe('updating a gallery with photo_ids_before', () => {
  it('puts photos added since at the end', async () => {
    const [one, two, three] = idsOf(photos) as [number, number, number];
    const [four, five] = idsOf(photos).slice(3) as [number, number];
    await order([five, four]).expect(200);

    await save({ photo_ids: [three, one], photo_ids_before: [one, two, three] }).expect(200);

    expect(await entries()).toEqual({ ids: [three, one, five, four], positions: [0, 1, 2, 3] });
  });

  it('removes no photo when it is empty', async () => {
    const [one, two, three, four, five] = idsOf(photos) as [number, number, number, number, number];

    await save({ photo_ids: [three], photo_ids_before: [] }).expect(200);

    expect((await entries()).ids).toEqual([three, one, two, four, five]);
  });

  it('replaces all photos without it', async () => {
    const [one, , three] = idsOf(photos) as [number, number, number];

    for (const before of [{}, { photo_ids_before: null }]) {
      await add(idsOf(photos)).expect(200);
      await save({ photo_ids: [three, one], ...before }).expect(200);
      expect((await entries()).ids).toEqual([three, one]);
    }
  });

  it('accepts deleted photos in it, and rejects them in photo_ids', async () => {
    const [one, ...others] = idsOf(photos) as [number, ...number[]];

    await save({ photo_ids: [one], photo_ids_before: [UNKNOWN_ID, one, ...others] }).expect(200);
    const { body } = await save({ photo_ids: [one, UNKNOWN_ID], photo_ids_before: [one] }).expect(400);

    expect(body.code).toBe('gallery.unknown-photo');
    expect((await entries()).ids).toEqual([one]);
  });

  it('loses no concurrent upload or addition', async () => {
    const before = idsOf(photos);
    const added: number[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const chosen = await createPhoto(api.database);
      const [saved, uploaded, more] = await Promise.all([
        save({ photo_ids: [...before].reverse(), photo_ids_before: before }),
        upload(),
        add([chosen.id]),
      ]);

      expect([saved.status, uploaded.status, more.status]).toEqual([200, 201, 200]);
      added.push(uploaded.body.photo.id as number, chosen.id);
      const { ids } = await entries();
      expect(ids.slice(0, before.length)).toEqual([...before].reverse());
      expect(ids.slice(before.length).sort()).toEqual([...added].sort());
    }
  });

  it('rejects invalid values', async () => {
    const { body } = await save({ photo_ids: [1], photo_ids_before: ['1'] }).expect(400);

    expect(body.errors).toEqual({ photo_ids_before: 'One of the selected photos is not valid' });
  });
});
