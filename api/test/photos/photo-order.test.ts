import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PHOTO_SORTS, type PhotoSort, type PhotoView } from '@portfolio/contracts';
import type { Photo } from '@portfolio/database';
import { aJpeg, type JpegOptions, createGallery, createPhoto } from '@portfolio/testing';
import type { Response } from 'supertest';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate photos, galleries cascade'));

interface Sent {
  fields?: Record<string, string>;
  name?: string;
  image?: JpegOptions;
}

const upload = async (title: string, { fields = {}, name = 'harbour.jpg', image = {} }: Sent = {}) =>
  admin
    .post('/api/photos/upload')
    .field({ title, ...fields })
    .attach('image', await aJpeg({ width: 60, height: 40, ...image }), name);

const inBatch = (batch_id: string, batch_place: number) => ({ fields: { batch_id, batch_place: String(batch_place) } });

/** All photos of the list, page by page. */
async function listed(address: string, limit = 2, between = async () => {}): Promise<PhotoView[]> {
  const photos: PhotoView[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: string = cursor && `&cursor=${cursor}`;
    const { body }: Response = await admin
      .get(`${address}${address.includes('?') ? '&' : '?'}limit=${limit}${next}`)
      .expect(200);
    photos.push(...body.photos);
    cursor = body.next_cursor;
    await between();
  }
  return photos;
}
const titles = (photos: PhotoView[]) => photos.map(({ title }) => title);
const titlesBy = async (sort: PhotoSort) => titles(await listed(`/api/photos?sort=${sort}`));

describe('the sorted list of photos', () => {
  it('keeps the order of a batch for uploads in any order', async () => {
    await upload('Before');
    const batch = randomUUID();
    for (const positions of [
      [2, 0, 4],
      [1, 3],
    ]) {
      const responses = await Promise.all(
        positions.map((position) => upload(`Ebb ${position}`, inBatch(batch, position))),
      );
      expect(responses.map(({ status }) => status)).toEqual(positions.map(() => 201));
    }
    await upload('After');
    // One of the batch is late.
    await upload('Ebb 5', inBatch(batch.toUpperCase(), 5));

    const series = ['Ebb 0', 'Ebb 1', 'Ebb 2', 'Ebb 3', 'Ebb 4', 'Ebb 5'];
    expect(titles(await listed('/api/photos'))).toEqual(['After', ...series, 'Before']);
    expect(await titlesBy('newest')).toEqual(['After', ...series, 'Before']);
    expect(await titlesBy('oldest')).toEqual(['Before', ...series, 'After']);
  });

  it('adds a file once that is sent repeatedly at its position in a batch', async () => {
    const [batch, gallery] = [randomUUID(), await createGallery(api.database)];
    const sent = { fields: { ...inBatch(batch, 0).fields, gallery_id: String(gallery.id) } };
    const before = api.files().length;
    const attempts = await Promise.all([upload('Ebb', sent), upload('Ebb', sent)]);
    await upload('Twin', inBatch(batch, 1));
    await upload('Other content', { ...inBatch(batch, 0), image: { width: 61 } });

    expect(attempts.map(({ status }) => status)).toEqual([201, 201]);
    expect(api.files().length).toBe(before + 3);
    expect(attempts[0]!.body.photo.id).toBe(attempts[1]!.body.photo.id);
    expect(titles(await listed('/api/photos'))).toEqual(['Ebb', 'Other content', 'Twin']);
    expect(titles(await listed(`/api/photos?gallery_id=${gallery.id}`))).toEqual(['Ebb']);
  });

  it('adds a repeated file again once its photo is in the trash', async () => {
    const sent = inBatch(randomUUID(), 0);
    const { body } = await upload('Ebb', sent);
    await admin.delete(`/api/photos/${body.photo.id}`).expect(200);
    await upload('Ebb', sent);

    expect(await listed('/api/photos')).toHaveLength(1);
  });

  it('lists photos without a batch newest first', async () => {
    for (const title of ['First', 'Second', 'Third']) await upload(title);

    expect(titles(await listed('/api/photos'))).toEqual(['Third', 'Second', 'First']);
  });

  it('lists the later batch first, even if a file of the earlier one arrives last', async () => {
    const [early, late] = [randomUUID(), randomUUID()];
    await upload('Early 1', inBatch(early, 1));
    await upload('Late 0', inBatch(late, 0));
    await upload('Early 0', inBatch(early, 0));

    expect(titles(await listed('/api/photos'))).toEqual(['Late 0', 'Early 0', 'Early 1']);
  });

  it('sorts by title in natural order', async () => {
    for (const title of ['Photo 10', 'photo 9', 'Éclair', 'Zebra', 'apple', 'Photo 2']) {
      await createPhoto(api.database, { title });
    }

    expect(await titlesBy('title')).toEqual(['apple', 'Éclair', 'Photo 2', 'photo 9', 'Photo 10', 'Zebra']);
  });

  it('sorts by file name, missing ones last', async () => {
    await createPhoto(api.database, { title: 'Nameless' });
    for (const name of ['IMG_10.jpg', 'IMG_9.jpg', 'Zürich.jpg', 'a1.jpg']) await upload(name, { name });

    expect(await titlesBy('file_name')).toEqual(['a1.jpg', 'IMG_9.jpg', 'IMG_10.jpg', 'Zürich.jpg', 'Nameless']);
  });

  it('sorts by capture date, oldest first, missing ones last', async () => {
    await upload('Undated', { image: {} });
    await upload('Second', { image: { taken: { time: '2026:03:01 17:20:11', fraction: '90' } } });
    await upload('Third', { image: { taken: { time: '2026:03:02 08:00:00' } } });
    await upload('First', { image: { taken: { time: '2026:03:01 17:20:11', fraction: '15' } } });

    const photos = await listed('/api/photos?sort=capture_date');
    expect(titles(photos)).toEqual(['First', 'Second', 'Third', 'Undated']);
    expect(photos.map(({ upload: from }) => from?.captured_at)).toEqual([
      '2026-03-01T17:20:11.150',
      '2026-03-01T17:20:11.900',
      '2026-03-02T08:00:00.000',
      null,
    ]);
  });

  it.each(PHOTO_SORTS)('breaks ties by batch, with each photo once, by %s', async (sort) => {
    const same = { title: 'Untitled', fileName: 'image.jpg', capturedAt: '2026-03-01T17:20:11.000' };
    const uploadBatch = randomUUID();
    const photos: Photo[] = [];
    for (const batchPlace of [3, 1, 6, 0, 5, 2, 4]) {
      photos.push(await createPhoto(api.database, { ...same, uploadBatch, batchOrder: 1, batchPlace }));
    }
    const inOrder = photos.toSorted((one, other) => one.batchPlace! - other.batchPlace!).map(({ id }) => id);

    for (const limit of [1, 3, 7]) {
      expect((await listed(`/api/photos?sort=${sort}`, limit)).map(({ id }) => id)).toEqual(inOrder);
    }
  });

  it.each(PHOTO_SORTS)('continues after a photo that is deleted or renamed between two pages, by %s', async (sort) => {
    for (let i = 0; i < 6; i += 1) {
      const capturedAt = `2026-03-0${i + 1}T12:00:00.000`;
      await createPhoto(api.database, { title: `Photo ${i}`, fileName: `${i}.jpg`, capturedAt });
    }
    const whole = titles(await listed(`/api/photos?sort=${sort}`));
    let page = 0;
    const change = async () => {
      const title = whole[(page += 2) - 1];
      if (page === 2) await api.database.query('delete from photos where title = $1', [title]);
      if (page === 4) await api.database.query(`update photos set title = 'A' where title = $1`, [title]);
    };

    expect(titles(await listed(`/api/photos?sort=${sort}`, 2, change))).toEqual(whole);
  });

  it('sorts a filtered list', async () => {
    for (const title of ['Quay 10', 'Quay 9', 'Pier']) await createPhoto(api.database, { title, isForSale: true });
    await createPhoto(api.database, { title: 'Quay 1' });
    const photos = await listed('/api/photos?sort=title&search=quay&for_sale=true', 1);

    expect(titles(photos)).toEqual(['Quay 9', 'Quay 10']);
  });

  it('has short cursors for long titles', async () => {
    for (const end of ['a', 'b']) await createPhoto(api.database, { title: '👩‍🎨'.repeat(254) + end });

    const { body } = await admin.get('/api/photos?sort=title&limit=1').expect(200);
    expect(body.next_cursor.length).toBeLessThan(2_000);
    expect(await listed('/api/photos?sort=title', 1)).toHaveLength(2);
  });

  it('rejects unknown orders and cursors of another order', async () => {
    for (const title of ['One', 'Other']) await createPhoto(api.database, { title });
    const { body } = await admin.get('/api/photos?sort=title&limit=1').expect(200);
    const cursor = (text: string) => Buffer.from(text).toString('base64url');

    const wrong = await admin.get('/api/photos?sort=price').expect(400);
    expect(wrong.body.errors).toEqual({
      sort: 'sort must be one of newest, oldest, title, file_name, capture_date',
    });
    for (const foreign of [
      body.next_cursor,
      cursor('photos:12'),
      cursor('photos-by-newest:1,2'),
      cursor('photos-by-newest:1,"2",3'),
      cursor('photos-by-newest:1,2.5,3'),
      cursor('photos-by-newest:1,2,9e99'),
      cursor('photos-by-newest:'),
    ]) {
      const { body: refused } = await admin.get(`/api/photos?cursor=${foreign}`).expect(400);
      expect(refused.errors).toEqual({ cursor: 'cursor is not one that this list gave' });
    }
    await admin.get(`/api/photos?sort=title&cursor=${cursor('photos-by-title:"\\u0000",1,2,3')}`).expect(400);
  });

  it('ignores the order for visitors, and hides upload data from them', async () => {
    const batch = randomUUID();
    for (const position of [1, 0]) {
      const { body } = await upload(`Ebb ${position}`, inBatch(batch, position));
      await api.database.query(`update photos set status = 'ready', version = 'v' where id = $1`, [body.photo.id]);
    }

    for (const sort of ['newest', 'oldest', 'title']) {
      const { body } = await api.visitor.get(`/api/photos?sort=${sort}&limit=1`).expect(200);
      const rest = await api.visitor.get(`/api/photos?sort=${sort}&cursor=${body.next_cursor}`).expect(200);
      expect(titles([...body.photos, ...rest.body.photos])).toEqual(['Ebb 0', 'Ebb 1']);
      expect(body.photos[0]).not.toHaveProperty('upload');
    }
  });
});

describe('an upload', () => {
  it('returns its upload data', async () => {
    const batch = randomUUID();
    const { body } = await upload('Ebb', {
      ...inBatch(batch, 7),
      name: 'Küste 12.jpg',
      image: { taken: { time: '2026:03:01 17:20:11' } },
    });

    expect(body.photo.upload).toMatchObject({
      file_name: 'Küste 12.jpg',
      captured_at: '2026-03-01T17:20:11.000',
      batch_place: 7,
    });
  });

  it.each([
    ['without a file name', '  ', null],
    ['with one that hides characters', 'a\u202Egpj.jpg', 'agpj.jpg'],
    ['with a decomposed one', 'Ku\u0308ste.jpg', 'Küste.jpg'],
    ['with one that is too long', `${'x'.repeat(300)}.jpg`, 'x'.repeat(255)],
  ])('%s is accepted', async (_, name, stored) => {
    const { status, body } = await upload('Ebb', { name });

    expect({ status, name: body.photo.upload.file_name }).toEqual({ status: 201, name: stored });
  });

  it.each([
    [{ batch_id: 'mine', batch_place: '0' }, { batch_id: 'batch_id must be a UUID, given with batch_place' }],
    [{ batch_id: randomUUID() }, { batch_place: 'batch_place must be a whole number, given with batch_id' }],
    [{ batch_place: '1' }, { batch_id: 'batch_id must be a UUID, given with batch_place' }],
    [{ batch_id: randomUUID(), batch_place: '-1' }, { batch_place: 'batch_place must be 0 or more' }],
    [
      { batch_id: randomUUID(), batch_place: '1.5' },
      { batch_place: 'batch_place must be a whole number, given with batch_id' },
    ],
    [{ batch_id: randomUUID(), batch_place: '9999999999' }, { batch_place: 'batch_place is too high' }],
  ])('with the batch %j is rejected and leaves nothing', async (fields, errors) => {
    const before = api.files();
    const { status, body } = await upload('Ebb', { fields: fields as Record<string, string> });

    expect({ status, errors: body.errors }).toEqual({ status: 400, errors });
    expect(await listed('/api/photos')).toEqual([]);
    expect(api.files()).toEqual(before);
  });

  it('is appended to its gallery, in any batch', async () => {
    const gallery = await createGallery(api.database);
    const batch = randomUUID();
    for (const position of [1, 0]) {
      await upload(`Ebb ${position}`, {
        fields: { ...inBatch(batch, position).fields, gallery_id: String(gallery.id) },
      });
    }

    const { body } = await admin.get(`/api/galleries/${gallery.slug}`).expect(200);
    expect(titles(body.photos)).toEqual(['Ebb 1', 'Ebb 0']);
  });
});
