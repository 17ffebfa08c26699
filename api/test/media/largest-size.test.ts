import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RenditionView } from '@portfolio/contracts';
import { Photo, type Rendition } from '@portfolio/database';
import { PHOTO_KEYS } from '@portfolio/storage';
import { createBackground, createGallery, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate settings, photos, galleries, background_images cascade'));

const save = (size: string) =>
  admin
    .put('/api/admin/settings/website')
    .send({ settings: { largest_public_size: size } })
    .expect(200);

const sizes = (widths: number[]) =>
  (['avif', 'webp', 'jpeg'] as const).flatMap((format) =>
    widths.map((width): Rendition => ({ format, width, height: Math.round(width / 1.5), bytes: width })),
  );
const RENDITIONS = [...sizes([2400, 1600, 640]), ...sizes([3840]).filter(({ format }) => format !== 'jpeg')];

/** A photo with a rendition of 3840 pixels and its files. */
async function aLargePhoto() {
  const photo = await createPhoto(api.database, { width: 6000, height: 4000, renditions: RENDITIONS });
  for (const { width, format } of RENDITIONS)
    await api.storage.write(PHOTO_KEYS.rendition(photo.id, photo.version!, width, format), Buffer.from('picture'));
  await createGallery(api.database, { slug: 'shore', photos: [photo] });
  return photo;
}

const namesOf = (renditions: RenditionView[] | undefined) =>
  renditions?.map(({ format, width }) => `${format} ${width}`);
const listed = async () => (await api.visitor.get('/api/galleries/shore').expect(200)).body.photos[0];

describe('renditions above 2400 pixels', () => {
  it('are listed apart, for full screen', async () => {
    const { id } = await aLargePhoto();

    for (const photo of [await listed(), (await api.visitor.get(`/api/photos/${id}`).expect(200)).body.photo]) {
      expect(namesOf(photo.renditions)).toEqual(
        ['avif', 'webp', 'jpeg'].flatMap((format) => [640, 1600, 2400].map((width) => `${format} ${width}`)),
      );
      expect(namesOf(photo.viewer_renditions)).toEqual(['avif 3840', 'webp 3840']);
      expect(photo.image_url).toMatch(/\/2400\.jpeg$/);
      await api.visitor.get(photo.viewer_renditions[0].url).expect(200).expect('content-type', 'image/avif');
    }
  });
});

describe('renditions in HDR', () => {
  it('are listed for full screen, and served as JPEG', async () => {
    const photo = await aLargePhoto();
    const hdr = { format: 'hdr.jpeg', width: 640, height: 427, bytes: 640 } as const;
    await api.database.getRepository(Photo).update({ id: photo.id }, { renditions: [...RENDITIONS, hdr] });
    await api.storage.write(PHOTO_KEYS.rendition(photo.id, photo.version!, 640, 'hdr.jpeg'), Buffer.from('picture'));

    const { renditions, viewer_renditions } = await listed();
    expect(renditions).toHaveLength(9);
    expect(namesOf(viewer_renditions)).toEqual(['avif 3840', 'webp 3840', 'hdr.jpeg 640']);
    const { url } = viewer_renditions.at(-1);
    expect(url).toBe(`/media/${photo.id}/${photo.version}/640.hdr.jpeg`);
    for (const address of [url, `${url}?y=1`]) {
      const { headers } = await api.visitor.get(address).expect(200).expect('content-type', 'image/jpeg');
      expect(headers['content-disposition']).toBe(`inline; filename="photo-${photo.id}-640.hdr.jpeg"`);
    }
    await api.visitor.get(url.replace('hdr.', 'hdr_')).expect(404);
  });
});

describe('a smaller largest public size', () => {
  it('holds at once, in lists and for files', async () => {
    const { id, version } = await aLargePhoto();
    const { renditions, viewer_renditions } = await listed();
    const jobs = (await api.jobs.counts()).waiting ?? 0;
    await save('1600');

    const after = await listed();
    expect(namesOf(after.renditions)).toEqual([
      'avif 640',
      'avif 1600',
      'webp 640',
      'webp 1600',
      'jpeg 640',
      'jpeg 1600',
    ]);
    expect(after).not.toHaveProperty('viewer_renditions');
    expect(after.image_url).toBe(`/media/${id}/${version}/1600.jpeg`);
    for (const { width, url } of [...renditions, ...viewer_renditions] as RenditionView[]) {
      await api.visitor.get(url).expect(width > 1600 ? 404 : 200);
      await api.visitor.get(`${url}?y=1`).expect(width > 1600 ? 404 : 200);
    }
    expect((await api.jobs.counts()).waiting).toBe(jobs + 1);
  });

  it('holds for the background image', async () => {
    await createBackground(api.database, { width: 6000, height: 4000, renditions: sizes([2400, 1600]) });
    await save('1600');

    const { background } = (await api.visitor.get('/api/public/settings').expect(200)).body;
    expect(namesOf(background.renditions)).toEqual(['avif 1600', 'webp 1600', 'jpeg 1600']);
  });

  it('is 2400 pixels where the setting is emptied', async () => {
    await aLargePhoto();
    await save('3840');
    expect(namesOf((await listed()).viewer_renditions)).toHaveLength(2);
    await save(' ');

    const photo = await listed();
    expect(photo.renditions).toHaveLength(9);
    expect(photo).not.toHaveProperty('viewer_renditions');
  });
});

it('a larger one takes nothing away, and enqueues new renditions', async () => {
  await aLargePhoto();
  await save('2400');
  const before = await listed();
  const jobs = (await api.jobs.counts()).waiting ?? 0;
  await save('3840');

  expect(await listed()).toEqual(before);
  expect((await api.jobs.counts()).waiting).toBe(jobs + 1);
});
