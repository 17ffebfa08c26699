import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PermanentFailure } from '@portfolio/jobs';
import { BACKGROUND_KEYS, PHOTO_KEYS } from '@portfolio/storage';
import { aJpeg } from '@portfolio/testing';
import { MakeRenditions } from '../src/pictures/make-renditions.ts';
import { BACKGROUND, PHOTO } from '../src/pictures/picture-kind.ts';
import { PicturesRepository } from '../src/pictures/pictures.repository.ts';
import { RebuildPicture } from '../src/pictures/rebuild-picture.ts';
import { renditionVersion } from '../src/pictures/recipe.ts';
import { RefreshPicture, TOO_MANY_ATTEMPTS } from '../src/pictures/refresh-picture.ts';
import { RenderPicture } from '../src/pictures/render-picture.ts';
import { createBackend, type Backend } from './backend.ts';
import { rightsOf } from './rights-of.ts';

let backend: Backend;

beforeAll(async () => {
  backend = await createBackend();
});
afterEach(async () => {
  await backend.photos.query('truncate photos, background_images, settings cascade');
  for (const folder of ['originals', 'renditions', 'backgrounds']) await backend.storage.removeFolder(folder);
});
afterAll(() => backend.close());

const rebuild = (id: number) => backend.app.get(RebuildPicture).run(PHOTO, id);

async function aReadyPhoto() {
  const { id } = await backend.accept(await aJpeg({ width: 1300, height: 260, gps: true }));
  await backend.app.get(RenderPicture).run(PHOTO, id);
  return backend.find(id);
}

/** Contents of every file of the folder. */
async function contents(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const key of await backend.keys(folder)) files.set(key, (await backend.storage.read(key))!.toString('base64'));
  return files;
}

describe('rebuilding a photo', () => {
  it('restores the same files, and leaves the row', async () => {
    const before = await aReadyPhoto();
    const files = await contents(PHOTO_KEYS.pictureFolder(before.id));
    await backend.storage.removeFolder('renditions');

    await rebuild(before.id);

    expect(files.size).toBeGreaterThan(10);
    expect(await contents(PHOTO_KEYS.pictureFolder(before.id))).toEqual(files);
    expect(await backend.find(before.id)).toEqual(before);
  });

  it('restores the same files of a photo with a focal point', async () => {
    const { id } = await aReadyPhoto();
    await backend.photos.update(id, { focusX: 0.25, focusY: 0.75 });
    await backend.app.get(RefreshPicture).run(PHOTO, id);
    const files = await contents(PHOTO_KEYS.pictureFolder(id));
    await backend.storage.removeFolder('renditions');

    await rebuild(id);

    expect(files.size).toBeGreaterThan(10);
    expect(await contents(PHOTO_KEYS.pictureFolder(id))).toEqual(files);
  });

  it('renders the current version where the rights changed', async () => {
    const before = await aReadyPhoto();
    await backend.storage.removeFolder('renditions');
    await backend.set({ artist_name: 'Ruth' });

    await rebuild(before.id);

    const { version, renditions, status } = await backend.find(before.id);
    expect([status, version === before.version]).toEqual(['ready', false]);
    const keys = await backend.keys('renditions');
    expect(keys).toHaveLength(renditions.length);
    const jpeg = await backend.storage.read(keys.find((key) => key.endsWith('.jpeg'))!);
    expect((await rightsOf(jpeg!)).exif.artist).toBe('Ruth');
  });

  it('fails where the refresh to other rights was given up, and renders nothing', async () => {
    const { id, contentHash, version } = await aReadyPhoto();
    await backend.set({ artist_name: 'Ruth' });
    const pictures = backend.app.get(PicturesRepository);
    const wanted = renditionVersion(contentHash, await pictures.renditionSettings(PHOTO));
    for (let death = 0; death < 3; death += 1) await pictures.startRefresh(PHOTO, id, version!, wanted);
    const render = jest.spyOn(backend.app.get(MakeRenditions), 'run');

    await expect(rebuild(id)).rejects.toThrow(new PermanentFailure(TOO_MANY_ATTEMPTS));

    expect(render).not.toHaveBeenCalled();
    render.mockRestore();
  });

  it('fails where the original is missing too, and stays ready', async () => {
    const before = await aReadyPhoto();
    await backend.accept();
    await backend.storage.remove(before.originalKey);

    await expect(rebuild(before.id)).rejects.toThrow(PermanentFailure);
    await expect(rebuild(before.id)).rejects.toThrow('original file is missing');
    expect(await backend.find(before.id)).toEqual(before);
  });
});

it('skips photos that are deleted or not ready', async () => {
  const { id } = await backend.accept();
  const before = await backend.find(id);

  await rebuild(id);
  await rebuild(id + 1);

  expect(await backend.find(id)).toEqual(before);
  expect(await backend.keys('renditions')).toEqual([]);
});

it('rebuilds a background image', async () => {
  const { id } = await backend.acceptBackground();
  await backend.app.get(RenderPicture).run(BACKGROUND, id);
  const files = await contents(BACKGROUND_KEYS.pictureFolder(id));
  await backend.storage.removeFolder('backgrounds');

  await backend.app.get(RebuildPicture).run(BACKGROUND, id);

  expect(files.size).toBeGreaterThan(0);
  expect(await contents(BACKGROUND_KEYS.pictureFolder(id))).toEqual(files);
});
