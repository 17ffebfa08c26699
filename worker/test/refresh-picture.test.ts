import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PAGE_EDGE, pictureRights, type SiteEvent } from '@portfolio/contracts';
import { EventListener, type Picture } from '@portfolio/database';
import { JobQueue, JobWorker, queueBackend } from '@portfolio/jobs';
import { PHOTO_KEYS, type Storage } from '@portfolio/storage';
import { aJpeg, waitUntilBlocked } from '@portfolio/testing';
import sharp from 'sharp';
import { DataSource } from 'typeorm';
import { jobHandlers } from '../src/handlers.ts';
import { DiscardPicture } from '../src/pictures/discard-files.ts';
import { BACKGROUND, PHOTO } from '../src/pictures/picture-kind.ts';
import { PicturesRepository, type StartedPicture } from '../src/pictures/pictures.repository.ts';
import { RefreshPicture, RefreshPictures } from '../src/pictures/refresh-picture.ts';
import { RenderPicture } from '../src/pictures/render-picture.ts';
import { renditionVersion } from '../src/pictures/recipe.ts';
import { createBackend, type Backend } from './backend.ts';
import { CENTRED, readAvif } from './pixels.ts';
import { rightsOf } from './rights-of.ts';

let backend: Backend;

beforeAll(async () => {
  readAvif(true);
  backend = await createBackend();
});
afterEach(async () => {
  await backend.photos.query('truncate photos, background_images, settings cascade');
  for (const folder of ['originals', 'renditions', 'backgrounds']) await backend.storage.removeFolder(folder);
});
afterAll(() => readAvif(false));
afterAll(() => backend.close());

const refresh = (id: number) => backend.app.get(RefreshPicture).run(PHOTO, id);
const files = (id: number) => backend.keys(PHOTO_KEYS.pictureFolder(id));

/** A ready photo with the current rights. */
async function aReadyPhoto(original?: Buffer) {
  const { id } = await backend.accept(original);
  await backend.app.get(RenderPicture).run(PHOTO, id);
  return backend.find(id);
}

/** Refreshes the photo, and runs the action after its first file is written. */
async function refreshDuring(id: number, action: () => Promise<unknown>) {
  let done: Promise<unknown> | undefined;
  const write: Storage['write'] = async (key, content) => {
    await backend.storage.write(key, content);
    await (done ??= action());
  };
  await backend.over({ write }).refresh.run(PHOTO, id);
}

/** An original of 200 by 400 pixels that no row has. */
async function anOriginal() {
  const { id, originalKey, contentHash } = await backend.accept(await aJpeg({ width: 200, height: 400 }));
  await backend.photos.delete({ id });
  return { originalKey, contentHash };
}

/** The artist in each file of the photo; asserts that its files are those of its row. */
async function artistsOf(id: number): Promise<(string | undefined)[]> {
  const { version, renditions } = await backend.find(id);
  const keys = renditions.map(({ width, format }) => PHOTO_KEYS.rendition(id, version!, width, format));
  expect(await files(id)).toEqual([...keys].sort());
  const read = await Promise.all(keys.map(async (key) => rightsOf((await backend.storage.read(key))!)));
  return read.map(({ exif, xmp }) => (exif.artist === xmp.creator ? exif.artist : 'not the same in EXIF and XMP'));
}
const all = (artist: string | undefined) => Array.from({ length: 7 }, () => artist);

describe('a photo whose rights changed', () => {
  it('gets another version, and stays ready meanwhile', async () => {
    const before = await aReadyPhoto();
    expect(await artistsOf(before.id)).toEqual(all(undefined));
    await backend.set({ artist_name: 'Ruth' });
    await refreshDuring(before.id, async () => {
      expect(await backend.find(before.id)).toMatchObject({ status: 'ready', version: before.version });
      expect(await files(before.id)).toEqual(expect.arrayContaining([expect.stringContaining(before.version!)]));
    });

    const after = await backend.find(before.id);
    expect(after).toMatchObject({ status: 'ready', unfinishedRenders: 0, width: before.width });
    expect(after.version).not.toBe(before.version);
    expect(await artistsOf(before.id)).toEqual(all('Ruth'));
  });

  it('is rendered from another original, whose dimensions it gets', async () => {
    const before = await aReadyPhoto();
    const events: SiteEvent[] = [];
    let listener!: EventListener;
    await new Promise<void>((resolve) => {
      listener = new EventListener(backend.variables.DATABASE_URL, (event) => events.push(event), resolve);
      void listener.open();
    });
    await backend.photos.update({ id: before.id }, await anOriginal());

    await refresh(before.id);

    const after = await backend.find(before.id);
    expect(after).toMatchObject({ status: 'ready', width: 200, height: 400 });
    expect(after.version).not.toBe(before.version);
    expect(await artistsOf(before.id)).toEqual(all(undefined));
    while (events.length === 0) await wait(5);
    await listener.close();
    expect(events).toEqual([{ type: 'photo.ready', photo_id: before.id }]);
  });

  it('is left as it is where its own image replaces the other one meanwhile', async () => {
    const { id, version, originalKey, contentHash } = await aReadyPhoto();
    await backend.photos.update({ id }, await anOriginal());

    await refreshDuring(id, () => backend.photos.update({ id }, { originalKey, contentHash }));

    expect(await backend.find(id)).toMatchObject({ version, unfinishedRenders: 0 });
    expect(await artistsOf(id)).toEqual(all(undefined));
  });

  it('is skipped where its version is current', async () => {
    await backend.set({ artist_name: 'Ruth' });
    const photo = await aReadyPhoto();
    await backend.over({ read: unavailable }).refresh.run(PHOTO, photo.id);
    expect(await backend.find(photo.id)).toEqual(photo);
  });

  it('that is deleted or not ready is skipped', async () => {
    await backend.set({ artist_name: 'Ruth' });
    const { id } = await backend.accept();
    await refresh(id);
    await refresh(2_000_000_000);
    expect(await backend.find(id)).toMatchObject({ status: 'processing', version: null, unfinishedRenders: 0 });
  });

  it('gets the latest rights, also where they change during the render', async () => {
    const { id } = await aReadyPhoto();
    await backend.set({ artist_name: 'Ruth' });
    await refreshDuring(id, () => backend.set({ artist_name: 'Anna' }));
    expect(await artistsOf(id)).toEqual(all('Anna'));
  });

  it('has one result after three concurrent runs', async () => {
    const { id } = await aReadyPhoto();
    await backend.set({ artist_name: 'Ruth' });
    await Promise.all([refresh(id), refresh(id), refresh(id)]);
    expect(await artistsOf(id)).toEqual(all('Ruth'));
  });

  /** A ready photo, with functions to start a refresh to a version, and to finish it. */
  async function aRefreshedPhoto() {
    const { id, version, width, height, placeholder, renditions } = await aReadyPhoto();
    const pictures = backend.app.get(PicturesRepository);
    const start = async (target: string) => (await pictures.startRefresh(PHOTO, id, version!, target))!;
    const render = { width, height, renditions, placeholder: placeholder! };
    const finish = (started: StartedPicture) =>
      pictures.finish(PHOTO, started, { ...render, version: started.target! });
    return { id, version, start, finish };
  }

  it('has the version of the last refresh that started', async () => {
    const { id, start, finish } = await aRefreshedPhoto();
    const [late, last] = [await start('a1'), await start('b2')];

    expect(await finish(late)).toBeUndefined();
    expect(await finish(last)).toEqual([]);
    expect(await finish(late)).toBeUndefined();
    expect(await backend.find(id)).toMatchObject({ version: 'b2' });
  });

  it('that needs no refresh has no unfinished one, and a running one cannot finish', async () => {
    const { id, version, start, finish } = await aRefreshedPhoto();
    const started = await start('a1');
    await refresh(id);

    expect(await backend.find(id)).toMatchObject({ version, unfinishedRenders: 0 });
    expect(await finish(started)).toBeUndefined();
  });

  it('has its old files once they are changed back', async () => {
    const { id } = await aReadyPhoto();
    await backend.set({ artist_name: 'Ruth' });
    const started: Promise<void>[] = [];
    await backend
      .over({
        async removeFolder(folder) {
          if (started.length === 0) {
            await backend.set({ artist_name: '' });
            started.push(refresh(id));
            // It waits for the row that the sweep locks.
            await waitUntilBlocked(backend.app.get(DataSource), started[0]!);
          }
          await backend.storage.removeFolder(folder);
        },
      })
      .refresh.run(PHOTO, id);
    await Promise.all(started);
    expect(await artistsOf(id)).toEqual(all(undefined));
  });

  it('stays ready while the storage is unavailable, and is retried', async () => {
    const before = await aReadyPhoto();
    await backend.set({ artist_name: 'Ruth' });
    for (const changes of [{ read: unavailable }, { write: unavailable }]) {
      await expect(backend.over(changes).refresh.run(PHOTO, before.id)).rejects.toThrow('The storage is unavailable');
      const { status, version, unfinishedRenders } = await backend.find(before.id);
      expect([status, version, unfinishedRenders]).toEqual(['ready', before.version, 0]);
    }
    await refresh(before.id);
    expect(await artistsOf(before.id)).toEqual(all('Ruth'));
  });

  it('stays ready where its original is missing or damaged, and has the reason', async () => {
    const before = await aReadyPhoto();
    await backend.accept();
    await backend.set({ artist_name: 'Ruth' });
    for (const original of [undefined, Buffer.from('no picture')]) {
      await backend.storage.remove(before.originalKey);
      if (original) await backend.storage.write(before.originalKey, original);
      await refresh(before.id);
      const failure = expect.stringMatching(original ? /not a JPEG/ : /is missing/);
      expect(await backend.find(before.id)).toMatchObject({ status: 'ready', version: before.version, failure });
      expect(await artistsOf(before.id)).toEqual(all(undefined));
    }
    await backend.storage.write(before.originalKey, await aJpeg());
    await refresh(before.id);
    expect(await backend.find(before.id)).toMatchObject({ status: 'ready', failure: null });
  });

  /** A refresh whose worker dies. */
  const refreshAndDie = async (id: number) => {
    const { contentHash, version } = await backend.find(id);
    const wanted = renditionVersion(contentHash, await backend.app.get(PicturesRepository).renditionSettings(PHOTO));
    await backend.app.get(PicturesRepository).startRefresh(PHOTO, id, version!, wanted);
  };

  it('is given up after three dead workers, until the target version changes', async () => {
    const { id } = await aReadyPhoto();
    await backend.set({ artist_name: 'Ruth' });
    for (let death = 0; death < 3; death += 1) await refreshAndDie(id);
    await refresh(id);
    await refresh(id);
    expect(await artistsOf(id)).toEqual(all(undefined));
    expect((await backend.find(id)).failure).toMatch(/in 3 attempts/);

    // The failure belongs to settings that are set back.
    await backend.set({ artist_name: '' });
    expect(await enqueued()).toEqual([['photo.refresh', expect.objectContaining({ photoId: id })]]);
    await refresh(id);
    expect(await backend.find(id)).toMatchObject({ failure: null, unfinishedRenders: 0 });
    expect(await enqueued()).toEqual([]);

    await backend.set({ artist_name: 'Anna' });
    for (let death = 0; death < 2; death += 1) await refreshAndDie(id);
    await refresh(id);
    expect(await artistsOf(id)).toEqual(all('Anna'));
  });

  it('leaves no file where it is deleted meanwhile', async () => {
    const { id, originalKey } = await aReadyPhoto();
    await backend.set({ artist_name: 'Ruth' });
    await refreshDuring(id, async () => {
      await backend.photos.delete({ id });
      await backend.app.get(DiscardPicture).run(PHOTO, id, originalKey);
    });
    expect(await files(id)).toEqual([]);
  });
});

const settingsOf = (artist: string) => ({
  rights: pictureRights({ artist_name: artist }),
  largest: PAGE_EDGE,
  ...CENTRED,
});

const unavailable = () => Promise.reject(new Error('The storage is unavailable'));

/** Enqueued jobs with their payloads. */
async function enqueued(): Promise<unknown[][]> {
  const add = jest.spyOn(backend.app.get(JobQueue), 'add').mockResolvedValue('');
  try {
    await backend.app.get(RefreshPictures).run();
    return add.mock.calls;
  } finally {
    add.mockRestore();
  }
}

describe('refreshing all pictures', () => {
  const versionFor = (contentHash: string, artist: string) => renditionVersion(contentHash, settingsOf(artist));

  it('enqueues outdated photos and background images only', async () => {
    const old = await aReadyPhoto();
    await backend.accept();
    await backend.accept(undefined, { status: 'failed', failure: 'It is damaged.' });
    const { id: backgroundId, contentHash } = await backend.acceptBackground();
    await backend.app.get(RenderPicture).run(BACKGROUND, backgroundId);
    expect(await enqueued()).toEqual([]);
    await backend.set({ artist_name: 'Ruth' });
    await aReadyPhoto();

    expect(await enqueued()).toEqual([
      ['photo.refresh', { photoId: old.id, version: versionFor(old.contentHash, 'Ruth') }],
      ['background.refresh', { backgroundId, version: versionFor(contentHash, 'Ruth') }],
    ]);
  });

  it('finds them in several batches', async () => {
    await backend.photos.query(
      `insert into photos (title, status, original_key, original_bytes, content_hash, width, height, version)
       select 'Harbour', 'ready', 'originals/' || n, 1, 'hash ' || n, 1, 1, 'old' from generate_series(1, 1201) n`,
    );
    const right = await backend.photos.find({ order: { id: 'ASC' }, take: 700 });
    const versions = right.map(({ contentHash }) => versionFor(contentHash, ''));
    await backend.photos.query(
      `update photos set version = current.version, renditions = $3
       from unnest($1::int[], $2::text[]) current (id, version) where photos.id = current.id`,
      [right.map(({ id }) => id), versions, JSON.stringify([{ format: 'avif', width: 1, height: 1, bytes: 1 }])],
    );
    expect(await enqueued()).toHaveLength(501);
  });
});

describe('a new release of an encoder', () => {
  const versionBy = (contentHash: string, releases: object) =>
    renditionVersion(contentHash, settingsOf(''), { ...sharp.versions, ...releases });

  it('changes the version, unlike a library that encodes nothing', async () => {
    const { contentHash, version } = await aReadyPhoto();

    for (const name of ['sharp', 'vips', 'aom', 'heif', 'webp', 'mozjpeg', 'lcms', 'highway', 'exif']) {
      expect(sharp.versions).toHaveProperty(name);
      expect(versionBy(contentHash, { [name]: 'another' })).not.toBe(version);
    }
    expect(versionBy(contentHash, { pango: 'another' })).toBe(version);
  });

  it('refreshes each picture, and removes the old files afterwards', async () => {
    const photo = await aReadyPhoto();
    const before = versionBy(photo.contentHash, { aom: '3.0.0' });
    const shown = PHOTO_KEYS.rendition(photo.id, before, 480, 'avif');
    await backend.photos.update({ id: photo.id }, { version: before });
    await backend.storage.write(shown, Buffer.from('made by another encoder'));

    expect(await enqueued()).toEqual([['photo.refresh', { photoId: photo.id, version: photo.version }]]);
    expect(await files(photo.id)).toContain(shown);
    await refresh(photo.id);

    expect(await backend.find(photo.id)).toMatchObject({ status: 'ready', version: photo.version });
    expect(await files(photo.id)).not.toContain(shown);
  });
});

it('a photo that renders while the rights change gets the new ones', async () => {
  await backend.set({ artist_name: 'Ruth' });
  const { id } = await backend.accept();
  let changed: Promise<void> | undefined;
  const change = async () => {
    await backend.set({ artist_name: 'Anna' });
    await backend.app.get(RefreshPictures).run();
  };
  await backend
    .over({
      async write(key, content) {
        await (changed ??= change());
        await backend.storage.write(key, content);
      },
    })
    .render.run(PHOTO, id);
  expect(await artistsOf(id)).toEqual(all('Anna'));
});

it('all pictures get the new rights, also those that render while they change', async () => {
  await backend.set({ artist_name: 'Ruth' });
  const ready = await Promise.all(Array.from({ length: 2 }, () => aReadyPhoto()));
  const { id: backgroundId } = await backend.acceptBackground();
  await backend.app.get(RenderPicture).run(BACKGROUND, backgroundId);
  const jobs = backend.app.get(JobQueue);
  const accepted = [];
  for (let i = 0; i < 5; i += 1)
    accepted.push(await backend.accept(await aJpeg({ width: 480, height: 320, quality: 60 + i })));
  for (const { id } of accepted) await jobs.add('photo.render', { photoId: id });
  const worker = new JobWorker({
    backend: queueBackend({ databaseUrl: backend.variables.DATABASE_URL }),
    handlers: jobHandlers(backend.app),
    concurrency: 2,
    onError: () => undefined,
  });
  await worker.ready();
  try {
    while ((await backend.photos.countBy({ unfinishedRenders: 1 })) === 0) await wait(2);
    await backend.set({ artist_name: 'Anna' });
    await jobs.add('housekeeping.refresh-pictures', { savedAt: Date.now() });
    await backend.set({ artist_name: 'Zoë 王' });
    await jobs.add('housekeeping.refresh-pictures', { savedAt: Date.now() + 1 });
    const settings = settingsOf('Zoë 王');
    const isDone = ({ contentHash, version }: Picture) => version === renditionVersion(contentHash, settings);
    for (;;) {
      const pictures = [...(await backend.photos.find()), ...(await backend.backgrounds.find())];
      if (pictures.every(isDone)) break;
      await wait(20);
    }
  } finally {
    await worker.close();
  }
  for (const { id } of [...ready, ...accepted]) expect(await artistsOf(id)).toEqual(all('Zoë 王'));
  const background = await backend.backgrounds.findOneByOrFail({ id: backgroundId });
  const key = BACKGROUND.keys.rendition(backgroundId, background.version!, 480, 'webp');
  expect((await rightsOf((await backend.storage.read(key))!)).exif.artist).toBe('Zoë 王');
});

describe('the largest public size', () => {
  const edges = async (id: number) => {
    const { renditions } = await backend.find(id);
    return [...new Set(renditions.map(({ width }) => width))];
  };
  /** A photo of 4000 pixels at a size. */
  async function aLargePhoto(size: string) {
    await backend.set({ largest_public_size: size });
    return aReadyPhoto(await aJpeg({ width: 4000, height: 40 }));
  }

  it('gives other renditions and another version', async () => {
    const { id, version } = await aLargePhoto('3840');
    expect((await edges(id))[0]).toBe(3840);
    await backend.set({ largest_public_size: '1600' });
    expect(await enqueued()).toHaveLength(1);
    await refresh(id);

    expect(await edges(id)).toEqual([1600, 30, 1080, 640, 320]);
    expect((await files(id)).some((key) => key.includes(version!))).toBe(false);
    expect(await enqueued()).toEqual([]);
  });

  it('of a background image is at most that of pages', async () => {
    await backend.set({ largest_public_size: '3840' });
    const { id } = await backend.acceptBackground(await aJpeg({ width: 4000, height: 40 }));
    await backend.app.get(RenderPicture).run(BACKGROUND, id);
    const { renditions } = await backend.backgrounds.findOneByOrFail({ id });
    expect(Math.max(...renditions.map(({ width }) => width))).toBe(PAGE_EDGE);
  });

  it('gives back what a smaller one took off the row', async () => {
    const photo = await aLargePhoto('3840');
    const left = photo.renditions.filter(({ width }) => width <= 1600);
    await backend.photos.update({ id: photo.id }, { renditions: left });
    expect(await enqueued()).toHaveLength(1);
    await refresh(photo.id);

    expect(await backend.find(photo.id)).toMatchObject({ version: photo.version, renditions: photo.renditions });
  });

  it('holds for a render that began before it was saved', async () => {
    await backend.set({ largest_public_size: '3840' });
    const { id } = await backend.accept(await aJpeg({ width: 4000, height: 40 }));
    const pictures = backend.app.get(PicturesRepository);
    const finish = jest.spyOn(pictures, 'finish').mockImplementationOnce(async (kind, started, render) => {
      await backend.set({ largest_public_size: '1600' });
      finish.mockRestore();
      const finished = await pictures.finish(kind, started, render);
      expect(await edges(id)).toEqual([46, 1600, 1080, 640, 320]);
      return finished;
    });
    await backend.app.get(RenderPicture).run(PHOTO, id);
    expect(await enqueued()).toEqual([]);
  });
});
