import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BackgroundImage } from '@portfolio/database';
import { QueueUnavailableError } from '@portfolio/jobs';
import { BACKGROUND_KEYS, trashKey } from '@portfolio/storage';
import {
  aBomb,
  aDamagedJpeg,
  aJpeg,
  anAnimatedGif,
  aPng,
  aWebp,
  createBackground,
  waitUntilBlocked,
} from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate background_images'));

const PATH = '/api/admin/settings/background-image';
const upload = (image: Buffer, field = 'image') => admin.post(PATH).attach(field, image, 'harbour.jpg');
const settings = async () => (await admin.get('/api/admin/settings/website').expect(200)).body.settings;
const setting = async () => (await settings()).background_image;
const focus = async () => (await settings()).background_focus.value;
const setFocus = (background_focus: string) =>
  admin.put('/api/admin/settings/website').send({ settings: { background_focus } }).expect(200);
const shown = async () => (await api.visitor.get('/api/public/background-image').expect(200)).body.backgroundImage;
const rows = () => api.database.getRepository(BackgroundImage).find({ order: { id: 'ASC' } });
const waiting = async () => (await api.jobs.counts()).waiting ?? 0;

/** A background image with its smallest AVIF. */
async function createServed(given: Partial<BackgroundImage> = {}) {
  const created = await createBackground(api.database, given);
  const address = `/media/background/${created.id}/${created.version}/320.avif`;
  const key = BACKGROUND_KEYS.rendition(created.id, String(created.version), 320, 'avif');
  await api.storage.write(key, Buffer.from('the picture'));
  return { ...created, address };
}

describe('an upload', () => {
  it('is stored with a row and a job, and the administrator sees it at once', async () => {
    const before = await waiting();
    const image = await aJpeg({ width: 400, height: 300 });

    const { body } = await upload(image).expect(201);

    expect(body.message).toBe('Background image uploaded successfully!');
    const { body: seen, headers } = await api.visitor.get(body.imageUrl).expect(200);
    expect(seen).toEqual(image);
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' });
    expect(await waiting()).toBe(before + 1);
    expect(await rows()).toMatchObject([
      { status: 'processing', width: 400, height: 300, originalBytes: image.length },
    ]);
    expect(await setting()).toMatchObject({ value: body.imageUrl, status: 'processing', failure: null });
  });

  it.each([
    ['PNG', aPng, 'image/png'],
    ['GIF', anAnimatedGif, 'image/gif'],
    ['WebP', aWebp, 'image/webp'],
  ])('may be a %s, detected by content', async (_, make, type) => {
    const { body } = await upload(await make({})).expect(201);
    expect((await api.visitor.head(body.imageUrl).expect(200)).headers['content-type']).toBe(type);
  });

  it('has its centre as focal point, as has the one after a removal', async () => {
    await setFocus('0.2 0.3');
    await upload(await aPng({ width: 30, height: 20 })).expect(201);
    expect(await focus()).toBe('0.5 0.5');

    await createServed();
    await setFocus('0.2 0.3');
    await admin.delete(PATH).expect(200);
    expect(await focus()).toBe('0.5 0.5');
  });

  it('does not replace the shown one before it is ready', async () => {
    const { address } = await createServed();
    await setFocus('0.2 0.3');
    await upload(await aPng({ width: 30, height: 20 })).expect(201);

    expect(await shown()).toContain(address.replace('/320.avif', ''));
    expect(await focus()).toBe('0.2 0.3');
    await api.visitor.get(address).expect(200);
    expect(await setting()).toMatchObject({
      status: 'processing',
      value: expect.stringContaining('/original?ticket='),
    });
  });

  it.each([
    ['no image', () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 415],
    ['a damaged one', aDamagedJpeg, 422],
    ['one of too many pixels', aBomb, 422],
  ])('of %s is rejected and leaves nothing', async (_, make, status) => {
    const before = api.files().length;
    await upload(await make()).expect(status);

    expect(await rows()).toEqual([]);
    expect(api.files()).toHaveLength(before);
  });

  it('without a file in the field is rejected', async () => {
    const image = await aPng({ width: 30, height: 20 });
    const responses = [
      await admin.post(PATH).field({}).attach('picture', image),
      await admin.post(PATH).field('x', 'y'),
    ];

    for (const { status, body } of responses) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'image.missing', message: 'Please select an image file' });
    }
    await admin.post(PATH).send({ image: 'x' }).expect(415);
  });

  it('rejects other fields', async () => {
    const { body } = await upload(await aPng({ width: 30, height: 20 }))
      .field('title', 'Harbour')
      .expect(400);
    expect(body.errors).toEqual({ title: 'title is not a known field' });
    expect(await rows()).toEqual([]);
  });
});

describe('removing the background image', () => {
  it('removes ready and processing images at once', async () => {
    const { address } = await createServed();
    const { etag } = (await api.visitor.get(address).expect(200)).headers;
    const { body: uploaded } = await upload(await aPng({ width: 30, height: 20 })).expect(201);
    const before = await waiting();

    const { body } = await admin.delete(PATH).expect(200);

    expect(body.message).toBe('Background image removed successfully!');
    expect(await waiting()).toBe(before + 2);
    await api.visitor.get(address).expect(404);
    await api.visitor.get(address).set('if-none-match', String(etag)).expect(404);
    await api.visitor.get(uploaded.imageUrl).expect(404);
    expect(await shown()).toBeNull();
    expect(await setting()).toMatchObject({ value: '', status: 'absent', failure: null });
  });

  it('enqueues the discarding of several concurrently, and moves originals to the trash without the queue', async () => {
    for (let i = 0; i < 3; i += 1) await createBackground(api.database);
    const keys = (await rows()).map(({ originalKey }) => originalKey);
    for (const key of keys) await api.storage.write(key, Buffer.from('picture'));
    let calls = 0;
    const add = jest.spyOn(api.jobs, 'add').mockImplementation(async () => {
      calls += 1;
      while (calls < 3) await wait(5);
      throw new QueueUnavailableError('The queue does not answer');
    });
    try {
      await admin.delete(PATH).expect(200);
    } finally {
      add.mockRestore();
    }
    expect(calls).toBe(3);
    for (const key of keys) expect(await api.storage.stat(trashKey(key))).toBeDefined();
  });

  it('waits for a finishing render, without a deadlock', async () => {
    const [first, second] = [await createServed(), await createServed()];
    // Rows out of the order of ids.
    await api.database.getRepository(BackgroundImage).update({ id: first.id }, { failure: null });
    const render = api.database.createQueryRunner();
    await render.startTransaction();
    const lock = (id: number) => render.query('select 1 from background_images where id = $1 for update', [id]);

    await lock(first.id);
    const removal = admin.delete(PATH).then(({ status }) => status);
    await waitUntilBlocked(api.database);
    await lock(second.id);
    await render.commitTransaction();
    await render.release();

    expect(await removal).toBe(200);
    expect(await rows()).toEqual([]);
  });

  it('is a 404 where there is none', async () => {
    const { body } = await admin.delete(PATH).expect(404);
    expect(body.message).toBe('There is no background image');
  });
});

describe('the version of the background image', () => {
  const versionOf = async () => (await setting()).version as string;

  it('allows replacing and removing while it matches', async () => {
    const none = await versionOf();
    await upload(await aJpeg())
      .set('if-match', none)
      .expect(201);
    const first = await versionOf();
    await upload(await aPng({}))
      .set('if-match', first)
      .expect(201);
    expect(await rows()).toHaveLength(2);

    await admin
      .delete(PATH)
      .set('if-match', await versionOf())
      .expect(200);
    expect(await versionOf()).toBe(none);
  });

  it('rejects an upload over a newer image with 412, and leaves nothing of it', async () => {
    const before = await versionOf();
    await upload(await aJpeg()).expect(201);
    const files = api.files();

    const { body, headers } = await upload(await aPng({}))
      .set('if-match', before)
      .expect(412);

    expect(body).toMatchObject({ code: 'request.outdated', current: { background_image: await setting() } });
    expect(headers['etag']).toBe(await versionOf());
    expect(await rows()).toHaveLength(1);
    expect(api.files()).toEqual(files);
    expect((await admin.delete(PATH).set('if-match', before).expect(412)).body.current).toEqual(body.current);
    expect(await rows()).toHaveLength(1);
  });

  it('rejects the removal of an image that was removed meanwhile with 412', async () => {
    await upload(await aJpeg()).expect(201);
    const before = await versionOf();
    await admin.delete(PATH).expect(200);

    const { body } = await admin.delete(PATH).set('if-match', before).expect(412);

    expect(body.current).toMatchObject({ background_image: { status: 'absent' } });
  });

  it('admits one of several concurrent uploads', async () => {
    const before = await versionOf();
    const image = await aJpeg();

    const responses = await Promise.all([1, 2, 3].map(() => upload(image).set('if-match', before)));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, 412, 412]);
    expect(await rows()).toHaveLength(1);
  });

  it('stays the same during processing', async () => {
    const { id } = await createBackground(api.database, { status: 'processing', version: null });
    const before = await versionOf();
    await api.database.getRepository(BackgroundImage).update({ id }, { status: 'failed', failure: 'Damaged.' });

    expect(await versionOf()).toBe(before);
  });
});

describe('a failed background image', () => {
  it('has its reason, and the earlier one stays', async () => {
    const { address } = await createServed();
    await createBackground(api.database, { status: 'failed', failure: 'The file is damaged.' });

    expect(await shown()).toContain(address.replace('/320.avif', ''));
    expect(await setting()).toMatchObject({ value: await shown(), status: 'failed', failure: 'The file is damaged.' });
    await api.visitor.get(address).expect(200);
  });

  it('has no address without an earlier one', async () => {
    await createBackground(api.database, { status: 'failed', failure: 'The file is damaged.' });
    expect(await setting()).toMatchObject({ value: '', status: 'failed' });
    expect(await shown()).toBeNull();
  });
});

describe('a rendition', () => {
  it('is served with type, length and immutable caching', async () => {
    const { id, address } = await createServed();
    const { body, headers } = await api.visitor.get(address).expect(200);

    expect(body.toString()).toBe('the picture');
    expect(headers).toMatchObject({
      'content-type': 'image/avif',
      'content-length': '11',
      'cache-control': 'public, max-age=31536000, immutable, s-maxage=0',
      'content-disposition': `inline; filename="background-${id}-320.avif"`,
    });
    await api.visitor.get(address).set('if-none-match', String(headers.etag)).expect(304);
    await api.visitor.get(address).set('range', 'bytes=4-6').expect(206);
  });

  it('is a 404 as soon as a newer one is ready', async () => {
    const older = await createServed();
    const newer = await createServed();

    await api.visitor.get(older.address).expect(404);
    await api.visitor.get(newer.address).expect(200);
  });

  it('redirects from an earlier version', async () => {
    const { id, address, version } = await createServed();
    const { headers } = await api.visitor.get(`/media/background/${id}/abcdef/320.avif`).expect(302);

    expect(headers).toMatchObject({ location: address, 'cache-control': 'no-store' });
    expect(version).not.toBe('abcdef');
  });

  it.each(['641.avif', '320.svg', '320', '..%2f320.avif', '320.avif%00'])('is a 404 for the name %s', async (file) => {
    const { id, version } = await createServed();
    await api.visitor.get(`/media/background/${id}/${version}/${file}`).expect(404);
  });

  it('of a processing or failed image is a 404', async () => {
    for (const status of ['processing', 'failed'] as const) {
      const { address } = await createServed({ status, version: 'abcdef', renditions: [] });
      await api.visitor.get(address).expect(404);
    }
  });
});

describe('an original', () => {
  it('needs its ticket or the administrator', async () => {
    const { body } = await upload(await aPng({ width: 30, height: 20 })).expect(201);
    const [path = ''] = body.imageUrl.split('?');

    await api.visitor.get(path).expect(404);
    await api.visitor.get(`${path}?ticket=20000.abc`).expect(404);
    await api.visitor.get(body.imageUrl.replace(/(\d+)\/original/, '999/original')).expect(404);
    await admin.get(path).expect(200);
    await api.visitor.get(body.imageUrl).expect(200);
  });
});
