import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@portfolio/contracts';
import { Photo } from '@portfolio/database';
import {
  aJpeg,
  createGallery,
  createPhoto,
  exifBlock,
  inLanguages,
  iphoneBlocks,
  lightroomBlocks,
  photoshopBlocks,
  withMetadata,
  xmpBlock,
} from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
let image: Buffer;
beforeAll(async () => {
  [api, image] = await Promise.all([startTestApi(), aJpeg({ width: 60, height: 40 })]);
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate photos, galleries, settings cascade'));

const save = (settings: object) => admin.put('/api/admin/settings/website').send({ settings }).expect(200);

async function upload(blocks: Parameters<typeof withMetadata>[1], fields: Record<string, string> = {}) {
  const { body } = await admin
    .post('/api/photos/upload')
    .field({ title: 'IMG 0012', ...fields })
    .attach('image', withMetadata(image, blocks), 'img.jpg')
    .expect(201);
  return body.photo;
}

const FACTS = {
  captured_at: '2026-03-01T17:20:11.520',
  place: null,
  camera: 'Canon EOS R5',
  lens: 'RF35mm F1.8 MACRO IS STM',
  exposure: '1/250 s, f/8, ISO 100, 35 mm',
};

describe('an upload', () => {
  it('takes what the request leaves out from the file', async () => {
    const photo = await upload(lightroomBlocks());

    expect(photo).toMatchObject({
      title: 'IMG 0012',
      description: 'Before the boats came back.\nA grey morning & no wind.',
      alt_text: 'Boats lying on mud.',
      facts: FACTS,
      upload: {
        captured_at: FACTS.captured_at,
        from_file: ['description', 'alt_text'],
        creator: 'Elin Marsh',
        copyright: '© 2026 Elin Marsh',
      },
    });
  });

  it('keeps the texts of the request, also empty ones', async () => {
    const photo = await upload(lightroomBlocks(), {
      title: 'Harbour at low tide',
      description: 'My own.',
      alt_text: '',
    });

    expect(photo).toMatchObject({ description: 'My own.', alt_text: null, upload: { from_file: ['title'] } });
  });

  it('names the file as the source of a text that a form sent back', async () => {
    const description = 'Before the boats came back.\r\nA grey morning & no wind.';

    expect((await upload(lightroomBlocks(), { description })).upload.from_file).toEqual(['description', 'alt_text']);
  });

  it('reads Latin-1, and files without texts', async () => {
    expect(await upload(photoshopBlocks())).toMatchObject({
      description: 'Früh, im Nebel',
      tags: ['Küste', 'Nebel'],
      upload: { creator: 'Jörg Müller', from_file: ['description'] },
    });
    expect(await upload(iphoneBlocks())).toMatchObject({
      description: null,
      facts: { camera: 'Apple iPhone 15 Pro', place: null },
      tags: [],
      upload: { creator: null, from_file: [] },
    });
  });

  it('takes city and country where the artist wants that, and no position ever', async () => {
    await upload(lightroomBlocks());
    await save({ file_place: 'true' });
    const photo = await upload(lightroomBlocks());

    expect(photo).toMatchObject({ facts: { place: 'Bergen, Norway' } });
    expect(photo.upload.from_file).toEqual(['description', 'alt_text', 'place']);
    expect((await upload(lightroomBlocks(), { place: 'On the quay' })).facts.place).toBe('On the quay');
    // Random digits and times may contain those of the position.
    const [{ rows }] = await api.database.query<[{ rows: string }]>(
      `select json_agg(to_jsonb(photos) - '{original_key,content_hash,created_at,updated_at}'::text[])::text as rows
       from photos`,
    );
    expect(rows).not.toMatch(/gps|latitude|longitude|60,23|5,19|2110|3412/i);
    expect((await api.database.getRepository(Photo).find())[0]!.place).toBeNull();
  });

  it('takes the capture date alone where the artist wants no details', async () => {
    await save({ file_details: 'false', file_place: 'true' });

    expect(await upload(lightroomBlocks())).toMatchObject({
      description: null,
      alt_text: null,
      facts: { captured_at: FACTS.captured_at, place: null, camera: null, lens: null, exposure: null },
      tags: [],
      upload: { from_file: [], creator: null, copyright: null },
    });
  });

  it('of another image for a photo empties its facts where the artist wants no details', async () => {
    const { id } = await upload(lightroomBlocks());
    await save({ file_details: 'false' });

    const { body } = await admin
      .post(`/api/photos/${id}/image`)
      .attach('image', withMetadata(image, lightroomBlocks()), 'img.jpg')
      .expect(200);

    expect(body.photo).toMatchObject({
      facts: { captured_at: FACTS.captured_at, camera: null, lens: null, exposure: null },
      upload: { creator: null, copyright: null },
    });
  });

  it('with hostile details succeeds, within the limits of the fields', async () => {
    const photo = await upload({
      xmp: xmpBlock(
        { 'photoshop:City': 'x'.repeat(5_000) },
        { 'dc:description': inLanguages('👩‍🎨'.repeat(6_000)), 'dc:subject': 'x'.repeat(9_000) },
      ).subarray(0, 65_000),
      exif: exifBlock({ camera: [[0xa434, `a\0\x07<script>${'x'.repeat(9_000)}`]] }),
    });

    expect(photo.facts.lens.length).toBeLessThanOrEqual(LIMITS.title);
    await admin.put(`/api/photos/${photo.id}`).send({ description: photo.description }).expect(200);
  });
});

describe('a change', () => {
  it('of a text is the artist’s own from then on', async () => {
    await save({ file_place: 'true' });
    const { id } = await upload(lightroomBlocks());

    const { body } = await admin.put(`/api/photos/${id}`).send({ alt_text: 'Boats.', place: ' ' }).expect(200);

    expect(body.photo).toMatchObject({ alt_text: 'Boats.', facts: { place: null } });
    expect(body.photo.upload.from_file).toEqual(['description']);
  });

  it('of the place makes another version', async () => {
    const { id } = await upload({});
    const { headers } = await admin.get(`/api/photos/${id}`).expect(200);
    await admin.put(`/api/photos/${id}`).send({ place: 'Bergen' }).expect(200);

    await admin.put(`/api/photos/${id}`).set('if-match', headers['etag']!).send({ place: 'Oslo' }).expect(412);
  });

  it('refuses a place that is too long', async () => {
    const { id } = await upload({});
    const { body } = await admin
      .put(`/api/photos/${id}`)
      .send({ place: 'x'.repeat(LIMITS.place + 1) })
      .expect(400);

    expect(body.errors).toEqual({ place: 'Place is too long' });
  });
});

describe('visitors', () => {
  it('see the facts where the artist wants that, and never who made the file', async () => {
    const fileFacts = {
      camera: 'Canon EOS R5',
      exposureTime: 2.5,
      aperture: 1.78,
      creator: 'Elin',
      copyright: '© Elin',
    };
    const photo = await createPhoto(api.database, { place: 'Bergen', fileFacts, keywords: ['sea'] });
    const { slug } = await createGallery(api.database, { photos: [photo] });
    const seen = async () => {
      const single = await api.visitor.get(`/api/photos/${photo.id}`).expect(200);
      const gallery = await api.visitor.get(`/api/galleries/${slug}`).expect(200);
      const list = await api.visitor.get('/api/photos').expect(200);
      expect(single.text + gallery.text + list.text).not.toMatch(/©|Elin|"sea"|from_file/);
      return [single.body.photo, gallery.body.photos[0], list.body.photos[0]].map(({ facts }) => facts);
    };

    expect(await seen()).toEqual([undefined, undefined, undefined]);
    await save({ photo_facts: 'true' });
    const facts = {
      captured_at: null,
      place: 'Bergen',
      camera: 'Canon EOS R5',
      lens: null,
      exposure: '2.5 s, f/1.8',
    };
    expect(await seen()).toEqual([facts, facts, facts]);
    await api.database.query(`update photos set file_facts = '{"aperture": 0.95}'`);
    expect((await seen())[0]).toMatchObject({ exposure: 'f/0.95' });
    await save({ photo_facts: 'false' });
    expect(await seen()).toEqual([undefined, undefined, undefined]);
  });
});
