import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Photo, readContentVersion } from '@portfolio/database';
import { moveToTrash, PHOTO_KEYS, type Storage } from '@portfolio/storage';
import { aBomb, aJpeg, aTruncatedJpeg } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { DiscardOrphans } from '../src/pictures/discard-files.ts';
import { MakeRenditions } from '../src/pictures/make-renditions.ts';
import { PHOTO } from '../src/pictures/picture-kind.ts';
import { RenderPicture } from '../src/pictures/render-picture.ts';
import { createBackend, type Backend } from './backend.ts';

let backend: Backend;
let renderPhoto: (id: number) => Promise<void>;

beforeAll(async () => {
  backend = await createBackend();
  renderPhoto = (id) => backend.app.get(RenderPicture).run(PHOTO, id);
});
afterAll(() => backend.close());

/** Renders on a storage with replaced methods. */
const renderOver = (changes: Partial<Storage>, id: number) => backend.over(changes).render.run(PHOTO, id);

const unavailable = () => Promise.reject(new Error('The storage is unavailable'));

describe('rendering a photo', () => {
  it('sets it to ready with all renditions', async () => {
    const { id } = await backend.accept(await aJpeg({ width: 1200, height: 800, orientation: 6 }), {
      failure: 'an earlier one',
      unfinishedRenders: 2,
    });
    await renderPhoto(id);

    const photo = await backend.find(id);
    expect(photo).toMatchObject({ status: 'ready', failure: null, unfinishedRenders: 0, width: 1200, height: 800 });
    expect(photo.version).toMatch(/^[0-9a-f]{12}$/);
    expect(Buffer.from(photo.placeholder!, 'base64').length).toBeGreaterThan(10);
    expect(photo.renditions.map(({ format, width, height }) => `${width}x${height}.${format}`)).toEqual(
      ['1200x800', '1080x720', '640x427', '320x213'].flatMap((size) => [
        `${size}.avif`,
        `${size}.webp`,
        `${size}.jpeg`,
        ...(size === '1200x800' ? ['1200x630.share.jpeg'] : []),
      ]),
    );
    const keys = await backend.keys(PHOTO_KEYS.pictureFolder(id));
    expect(keys).toHaveLength(13);
    for (const { width, format, bytes } of photo.renditions) {
      const key = PHOTO_KEYS.rendition(id, photo.version!, width, format);
      expect(await backend.storage.stat(key)).toMatchObject({ bytes });
    }
  });

  it('renders the image that replaces its own meanwhile', async () => {
    const [{ id }, other] = [await backend.accept(await aJpeg()), await backend.accept(await aTruncatedJpeg())];
    const { originalKey, contentHash } = await backend.accept(await aJpeg({ width: 300, height: 500 }));
    await backend.photos.delete({ originalKey });
    await backend.photos.delete({ id: other.id });
    // The first one is valid, the second one fails.
    const replacements = [other, { originalKey, contentHash }];
    const read: Storage['read'] = async (key) => {
      const [next] = replacements.splice(0, 1);
      const replacement = next && { originalKey: next.originalKey, contentHash: next.contentHash };
      if (replacement) await backend.photos.update({ id }, { ...replacement, unfinishedRenders: 0 });
      return backend.storage.read(key);
    };

    await renderOver({ read }, id);

    expect(await backend.find(id)).toMatchObject({ status: 'ready', failure: null, width: 300, height: 500 });
  });

  it('changes the content version once, when it is ready', async () => {
    const version = () => readContentVersion(backend.app.get(DataSource));
    const before = await version();
    const during: (string | undefined)[] = [];
    const { storage } = backend;
    const { id } = await backend.accept();
    await renderOver(
      {
        async write(key, content) {
          await storage.write(key, content);
          during.push(await version());
        },
      },
      id,
    );

    expect(during.length).toBeGreaterThan(3);
    expect(new Set(during)).toEqual(new Set([before]));
    expect(await version()).not.toBe(before);
  });

  it('is idempotent', async () => {
    const { id } = await backend.accept();
    await renderPhoto(id);
    const first = await backend.find(id);
    const keys = await backend.keys(PHOTO_KEYS.pictureFolder(id));
    await renderPhoto(id);
    expect(await backend.find(id)).toEqual(first);
    await backend.photos.update({ id }, { status: 'processing' });
    await renderPhoto(id);
    expect(await backend.find(id)).toMatchObject({ version: first.version, renditions: first.renditions });
    expect(await backend.keys(PHOTO_KEYS.pictureFolder(id))).toEqual(keys);
  });

  it('has one result for two concurrent runs', async () => {
    const { id } = await backend.accept();
    await Promise.all([renderPhoto(id), renderPhoto(id)]);
    expect(await backend.find(id)).toMatchObject({ status: 'ready', unfinishedRenders: 0 });
    expect(await backend.keys(PHOTO_KEYS.pictureFolder(id))).toHaveLength(7);
  });

  it('skips deleted and failed photos', async () => {
    await renderPhoto(2_000_000_000);
    const { id } = await backend.accept(undefined, { status: 'failed', failure: 'Something' });
    await renderPhoto(id);
    expect(await backend.find(id)).toMatchObject({ status: 'failed', failure: 'Something', unfinishedRenders: 0 });
  });

  it('leaves no file of a photo that is deleted meanwhile', async () => {
    const { id, originalKey } = await backend.accept();
    const { storage, photos } = backend;
    await renderOver(
      {
        async write(key, content) {
          await storage.write(key, content);
          await photos.delete({ id });
          await storage.remove(originalKey);
        },
      },
      id,
    );
    expect(await photos.existsBy({ id })).toBe(false);
    expect(await backend.keys(PHOTO_KEYS.pictureFolder(id))).toEqual([]);
  });
});

describe('a render after a killed one', () => {
  const rootOf = (id: number) => join(backend.variables.STORAGE_DIR, PHOTO_KEYS.pictureFolder(id));
  const filesOf = async (id: number) => {
    const entries = await readdir(rootOf(id), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  };
  const shownBy = ({ id, version, renditions }: Photo) =>
    renditions.map(({ width, format }) => join(rootOf(id), version!, `${width}.${format}`));
  const leave = async (id: number, name: string, modifiedAt: Date) => {
    const path = join(rootOf(id), name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'half');
    await utimes(path, modifiedAt, modifiedAt);
    return path;
  };
  const before = () => new Date(Date.now() - 1_000);

  it('removes its temporary files and the renditions of another version', async () => {
    const original = await aJpeg({ width: 480, height: 320 });
    const earlier = await backend.accept(original);
    await renderPhoto(earlier.id);
    const { version } = await backend.find(earlier.id);
    const { id } = await backend.accept(original, { unfinishedRenders: 1 });
    await leave(id, `${version}/640.avif.0b0e4a3c.part`, before());
    await leave(id, `${version}/320.webp.77aa90f1.part`, before());
    await leave(id, 'aaaaaaaaaaaa/320.webp', before());
    await leave(id, 'aaaaaaaaaaaa/320.jpeg.1f00d2c4.part', before());

    await renderPhoto(id);

    const photo = await backend.find(id);
    expect((await filesOf(id)).sort()).toEqual(shownBy(photo).sort());
  });

  it('leaves the temporary file of a concurrent render', async () => {
    const { id } = await backend.accept();
    const running = await leave(id, 'aaaaaaaaaaaa/320.webp.1f00d2c4.part', new Date(Date.now() + 60_000));

    await renderPhoto(id);

    expect(await filesOf(id)).toContain(running);
  });

  it('removes nothing while another render of the picture runs', async () => {
    const { id } = await backend.accept();
    await renderPhoto(id);
    const running = await leave(id, 'aaaaaaaaaaaa/320.webp', before());
    await backend.photos.update({ id }, { unfinishedRenders: 1 });

    await backend.app.get(MakeRenditions).sweep(PHOTO, id, new Date());

    expect(await filesOf(id)).toContain(running);
  });
});

describe('the smallest size', () => {
  const SMALLEST = [
    { format: 'avif', width: 320, height: 64 },
    { format: 'webp', width: 320, height: 64 },
    { format: 'jpeg', width: 320, height: 64 },
  ];

  /** Calls the function before the first file of 640 pixels is stored. */
  const atTheSecondSize = (act: () => Promise<unknown>): Partial<Storage> => {
    let acted: Promise<unknown> | undefined;
    return {
      async write(key, content) {
        if (key.includes('/640.')) await (acted ??= act());
        await backend.storage.write(key, content);
      },
    };
  };
  const untilShown = async (id: number): Promise<Photo> => {
    for (;;) {
      const photo = await backend.find(id);
      if (photo.renditions.length > 0) return photo;
      await wait(5);
    }
  };

  it('is shown to the administrator before the others are stored', async () => {
    const { id } = await backend.accept(await aJpeg({ width: 1200, height: 240 }));
    let early: Photo | undefined;
    const readEarly = async () => (early = await untilShown(id));
    await renderOver(atTheSecondSize(readEarly), id);

    const photo = await backend.find(id);
    const { version, placeholder, width, height } = photo;
    expect(early).toMatchObject({ status: 'processing', unfinishedRenders: 1, version, placeholder, width, height });
    expect(early?.renditions).toEqual(SMALLEST.map((rendition) => ({ ...rendition, bytes: expect.any(Number) })));
    expect(photo).toMatchObject({ status: 'ready', unfinishedRenders: 0 });
    expect(photo.renditions).toHaveLength(13);
  });

  it('stays until a retry, where the storage becomes unavailable', async () => {
    const { id } = await backend.accept(await aJpeg({ width: 1200, height: 240 }));
    const rejected = renderOver(
      atTheSecondSize(() => untilShown(id).then(unavailable)),
      id,
    );
    await expect(rejected).rejects.toThrow('The storage is unavailable');
    const { version } = await backend.find(id);
    expect(await backend.find(id)).toMatchObject({ status: 'processing', unfinishedRenders: 0, renditions: SMALLEST });

    await renderPhoto(id);
    expect(await backend.find(id)).toMatchObject({ status: 'ready', version });
    expect(await backend.keys(PHOTO_KEYS.pictureFolder(id))).toHaveLength(13);
  });

  it('is removed when the picture fails, and housekeeping removes its files', async () => {
    const { id, originalKey } = await backend.accept(await aJpeg({ width: 1200, height: 240 }));
    await expect(
      renderOver(
        atTheSecondSize(() => untilShown(id).then(unavailable)),
        id,
      ),
    ).rejects.toThrow('unavailable');
    await backend.accept();
    await backend.storage.remove(originalKey);
    await renderPhoto(id);

    expect(await backend.find(id)).toMatchObject({
      status: 'failed',
      version: null,
      renditions: [],
      placeholder: null,
    });
    expect(await backend.keys(PHOTO_KEYS.pictureFolder(id))).not.toEqual([]);
    await backend.app.get(DiscardOrphans).run({ olderThan: -60_000 });
    expect(await backend.keys(PHOTO_KEYS.pictureFolder(id))).toEqual([]);
  });

  it('of a processing picture is left by housekeeping', async () => {
    const { id } = await backend.accept(await aJpeg({ width: 1200, height: 240 }));
    await renderOver(
      atTheSecondSize(async () => {
        await untilShown(id);
        await backend.app.get(DiscardOrphans).run({ olderThan: -60_000 });
      }),
      id,
    );
    expect(await backend.keys(PHOTO_KEYS.pictureFolder(id))).toHaveLength(13);
  });

  it('of a late run leaves a ready picture unchanged', async () => {
    const { id } = await backend.accept(await aJpeg({ width: 1200, height: 240 }));
    await renderOver(
      atTheSecondSize(() => renderPhoto(id)),
      id,
    );
    expect(await backend.find(id)).toMatchObject({ status: 'ready', unfinishedRenders: 0 });
    expect((await backend.find(id)).renditions).toHaveLength(13);
  });
});

describe('a faulty picture', () => {
  it.each([
    ['damaged', aTruncatedJpeg, 'The file is damaged: the picture could not be read to its end.'],
    ['too large', aBomb, 'The picture has more than 100 megapixels.'],
  ])('that is %s fails with a reason, without retry', async (_, make, failure) => {
    const { id } = await backend.accept(await make());
    await renderPhoto(id);
    expect(await backend.find(id)).toMatchObject({ status: 'failed', failure, unfinishedRenders: 0, version: null });
    expect(await backend.keys(PHOTO_KEYS.pictureFolder(id))).toEqual([]);
  });

  it('whose original is in the trash is rendered from there', async () => {
    const { id, originalKey } = await backend.accept();
    await moveToTrash(backend.storage, originalKey);
    await renderPhoto(id);
    expect(await backend.find(id)).toMatchObject({ status: 'ready' });
  });

  it('whose original is missing among others fails with a reason', async () => {
    await backend.accept();
    const { id, originalKey } = await backend.accept();
    await backend.storage.remove(originalKey);
    await renderPhoto(id);
    const failure = 'The original file is missing, so the picture could not be processed.';
    expect(await backend.find(id)).toMatchObject({ status: 'failed', failure });
  });

  it('renders alone after a worker died over it', async () => {
    const others = [await backend.accept(), await backend.accept()];
    const suspects = [
      await backend.accept(undefined, { unfinishedRenders: 1 }),
      await backend.accept(undefined, { unfinishedRenders: 1 }),
    ];
    const unfinishedOf = async (photos: Photo[]) =>
      (await Promise.all(photos.map(({ id }) => backend.find(id)))).map((photo) => photo.unfinishedRenders);
    let held = 0;
    const besideSuspects: number[][] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { render } = backend.over({
      async read(key) {
        if (others.some(({ originalKey }) => originalKey === key)) {
          held += 1;
          await released;
        } else besideSuspects.push((await unfinishedOf([...others, ...suspects])).sort());
        return backend.storage.read(key);
      },
    });
    const run = ({ id }: Photo) => render.run(PHOTO, id);

    const running = others.map(run);
    while (held < others.length) await wait(5);
    running.push(...suspects.map(run));
    for (let check = 0; check < 3; check += 1) expect(await unfinishedOf(suspects)).toEqual([1, 1]);
    release();
    await Promise.all(running);

    expect(besideSuspects).toEqual([
      [0, 0, 1, 2],
      [0, 0, 0, 2],
    ]);
    for (const { id } of [...others, ...suspects]) expect((await backend.find(id)).status).toBe('ready');
  });

  it('that killed three workers fails', async () => {
    const { id } = await backend.accept(undefined, { unfinishedRenders: 3 });
    await renderPhoto(id);
    const failure = 'The picture could not be processed in 3 attempts.';
    expect(await backend.find(id)).toMatchObject({ status: 'failed', failure, unfinishedRenders: 0 });
  });

  it('that killed two workers is rendered again', async () => {
    const { id } = await backend.accept(undefined, { unfinishedRenders: 2 });
    await renderPhoto(id);
    expect((await backend.find(id)).status).toBe('ready');
  });
});

describe('an unavailable storage', () => {
  it.each([
    ['at reading', { read: unavailable }],
    ['at writing', { write: unavailable }],
  ])('%s leaves the photo processing for a retry, and is not counted', async (_, changes) => {
    const { id } = await backend.accept(undefined, { unfinishedRenders: 1 });
    await expect(renderOver(changes, id)).rejects.toThrow('The storage is unavailable');
    expect(await backend.find(id)).toMatchObject({ status: 'processing', failure: null, unfinishedRenders: 1 });
    await renderPhoto(id);
    expect((await backend.find(id)).status).toBe('ready');
  });
});

it('treats an empty storage as unavailable, as if it was not mounted', async () => {
  const { id } = await backend.accept(undefined, { unfinishedRenders: 1 });
  const nothing = { read: () => Promise.resolve(undefined), async *list() {} };
  await expect(renderOver(nothing, id)).rejects.toThrow('The storage holds no original at all');
  expect(await backend.find(id)).toMatchObject({ status: 'processing', failure: null, unfinishedRenders: 1 });
  await renderPhoto(id);
  expect((await backend.find(id)).status).toBe('ready');
});

it('counts a render before it starts', async () => {
  const { id } = await backend.accept();
  const before = await backend.find(id);
  const counted: number[] = [];
  await renderOver(
    {
      async read(key) {
        const photo = await backend.find(id);
        counted.push(photo.unfinishedRenders);
        expect(photo.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
        return backend.storage.read(key);
      },
    },
    id,
  );
  expect(counted).toEqual([1]);
});
