import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { SiteEvent } from '@portfolio/contracts';
import { BackgroundImage, EventListener, lockAll, Setting } from '@portfolio/database';
import { JobQueue } from '@portfolio/jobs';
import { BACKGROUND_KEYS, PHOTO_KEYS } from '@portfolio/storage';
import { aJpeg, aTruncatedJpeg, isFullLevel } from '@portfolio/testing';
import { In } from 'typeorm';
import { DiscardPicture } from '../src/pictures/discard-files.ts';
import { BACKGROUND, PHOTO } from '../src/pictures/picture-kind.ts';
import { PicturesRepository } from '../src/pictures/pictures.repository.ts';
import { RenderPicture } from '../src/pictures/render-picture.ts';
import { createBackend, type Backend } from './backend.ts';

let backend: Backend;
let listener: EventListener;
const events: SiteEvent[] = [];

beforeAll(async () => {
  backend = await createBackend();
  await new Promise<void>((resolve) => {
    listener = new EventListener(backend.variables.DATABASE_URL, (event) => events.push(event), resolve);
    void listener.open();
  });
});
afterEach(async () => {
  await backend.photos.query('truncate photos, background_images cascade');
  for (const folder of ['originals', 'renditions', 'backgrounds']) await backend.storage.removeFolder(folder);
});
afterAll(async () => {
  await listener.close();
  await backend.close();
});

const render = (id: number) => backend.app.get(RenderPicture).run(BACKGROUND, id);
const ids = async () => (await backend.backgrounds.find({ order: { id: 'ASC' } })).map(({ id }) => id);
const focus = async () => (await backend.photos.manager.findOneBy(Setting, { name: 'background_focus' }))?.value;
/** Removes all background images, as the API does. */
const removeAll = () =>
  backend.photos.manager.transaction(async (transaction) => {
    await transaction.delete(BackgroundImage, { id: In(await lockAll(transaction, BackgroundImage)) });
  });
const waiting = async () => (await backend.app.get(JobQueue).counts()).waiting ?? 0;

/** Events published during the action; a last event of the test marks the end. */
async function eventsOf(action: () => Promise<void>): Promise<SiteEvent[]> {
  events.length = 0;
  await action();
  const last = { type: 'message.created', message_id: 0 };
  await backend.photos.query(`select pg_notify('site_events', $1)`, [JSON.stringify(last)]);
  while (events.at(-1)?.type !== 'message.created') await new Promise((resolve) => setImmediate(resolve));
  return events.slice(0, -1);
}

describe('a background image', () => {
  it('becomes ready with all renditions, and publishes that', async () => {
    const { id } = await backend.acceptBackground(await aJpeg({ width: 1200, height: 240, orientation: 6 }));
    expect(await eventsOf(() => render(id))).toEqual([{ type: 'background.ready', background_id: id }]);

    const image = await backend.backgrounds.findOneByOrFail({ id });
    expect(image).toMatchObject({ status: 'ready', width: 1200, height: 240, unfinishedRenders: 0 });
    expect(image.renditions).toHaveLength(13);
    for (const { width, format, bytes } of image.renditions) {
      const key = BACKGROUND_KEYS.rendition(id, image.version!, width, format);
      expect(await backend.storage.stat(key)).toMatchObject({ bytes });
    }
  });

  it('that is damaged fails with a reason, and the earlier one stays with its focal point', async () => {
    const { id: before } = await backend.acceptBackground();
    await render(before);
    await backend.set({ background_focus: '0.2 0.3' });
    const { id } = await backend.acceptBackground(await aTruncatedJpeg());
    expect(await eventsOf(() => render(id))).toEqual([{ type: 'background.failed', background_id: id }]);

    expect(await ids()).toEqual([before, id]);
    expect(await focus()).toBe('0.2 0.3');
    const failure = 'The file is damaged: the picture could not be read to its end.';
    expect(await backend.backgrounds.findOneByOrFail({ id })).toMatchObject({ status: 'failed', failure });
  });

  it('replaces all earlier ones and their focal point, and enqueues their discarding', async () => {
    const [first, second] = [await backend.acceptBackground(), await backend.acceptBackground(await aTruncatedJpeg())];
    await render(first.id);
    await backend.set({ background_focus: '0.2 0.3' });
    await render(second.id);
    const { id } = await backend.acceptBackground();
    const before = await waiting();
    // Once: the first render has the new focal point.
    expect(await eventsOf(() => render(id))).toEqual([{ type: 'background.ready', background_id: id }]);

    expect(await ids()).toEqual([id]);
    expect(await focus()).toBeUndefined();
    expect(await waiting()).toBe(before + 2);
    const discard = backend.app.get(DiscardPicture);
    for (const old of [first, second]) await discard.run(BACKGROUND, old.id, old.originalKey);
    expect(await backend.keys('originals')).toHaveLength(1);
    expect(await backend.keys(BACKGROUND_KEYS.renditions)).toEqual(
      await backend.keys(BACKGROUND_KEYS.pictureFolder(id)),
    );
  });

  it.each([
    ['the older', 0],
    ['the newer', 1],
  ])('is the last upload, also where %s is rendered first', async (_, firstRendered) => {
    const accepted = [await backend.acceptBackground(), await backend.acceptBackground()];
    await render(accepted[firstRendered]!.id);
    await render(accepted[1 - firstRendered]!.id);
    expect(await ids()).toEqual([accepted[1]!.id]);
    expect(await backend.keys(BACKGROUND_KEYS.pictureFolder(accepted[1]!.id))).toHaveLength(7);
  });

  it('is the last upload where all render concurrently', async () => {
    const accepted = [];
    for (let i = 0; i < 4; i += 1) accepted.push(await backend.acceptBackground());
    await Promise.all(accepted.map(({ id }) => render(id)));
    const last = accepted.at(-1)!.id;
    expect(await ids()).toEqual([last]);
    expect(await backend.backgrounds.findOneByOrFail({ id: last })).toMatchObject({ status: 'ready' });
  });

  it('is the last upload where many finish and are removed concurrently, without deadlocks', async () => {
    const pictures = backend.app.get(PicturesRepository);
    const placeholder = 'HPgVJYRoh3h/h3h1eEeHh1dwcgZH';
    const finished = { width: 4, height: 3, placeholder, version: 'ab', renditions: [] };
    for (let round = 0; round < (isFullLevel ? 40 : 10); round += 1) {
      const rows = Array.from({ length: 6 }, (_, i) => ({
        originalKey: `originals/aa/${round}-${i}.jpg`,
        originalBytes: 1,
        contentHash: 'ab',
        width: 4,
        height: 3,
      }));
      const accepted = await backend.backgrounds.save(rows);
      const last = accepted.at(-1)!.id;
      const started = [];
      // Reversed in every other round, so that rows are not in the order of ids.
      if (round % 2 === 1) accepted.reverse();
      for (const { id } of accepted) started.push(await pictures.startRender(BACKGROUND, id));
      const ends = started.map((each) => pictures.finish(BACKGROUND, each!, finished));
      const isRemoved = round % 4 > 1;
      await Promise.all([...ends, isRemoved ? removeAll() : undefined]);
      expect(await ids()).toEqual(isRemoved ? [] : [last]);
      await removeAll();
    }
  });

  it('that is replaced during its render leaves no file', async () => {
    const [older, newer] = [await backend.acceptBackground(), await backend.acceptBackground()];
    let rendered: Promise<void> | undefined;
    await backend
      .over({
        async write(key, content) {
          await backend.storage.write(key, content);
          await (rendered ??= render(newer.id));
        },
      })
      .render.run(BACKGROUND, older.id);
    expect(await ids()).toEqual([newer.id]);
    expect(await backend.keys(BACKGROUND_KEYS.pictureFolder(older.id))).toEqual([]);
  });

  it('has other files than the photo with the same id', async () => {
    const { id } = await backend.acceptBackground();
    const photo = await backend.accept();
    await backend.photos.query('update photos set id = $1 where id = $2', [id, photo.id]);
    await render(id);
    await backend.app.get(RenderPicture).run(PHOTO, id);
    await backend.backgrounds.delete({ id });
    await backend.app.get(DiscardPicture).run(BACKGROUND, id, 'originals/aa/none.jpg');
    expect(await backend.keys(BACKGROUND_KEYS.renditions)).toEqual([]);
    expect(await backend.keys(PHOTO_KEYS.pictureFolder(id))).toHaveLength(7);
  });
});

describe('events of a photo', () => {
  it('are its progress, then that it is ready', async () => {
    const { id } = await backend.accept(await aJpeg({ width: 1200, height: 240 }));
    const events = await eventsOf(() => backend.app.get(RenderPicture).run(PHOTO, id));

    const percents = events.map((event) => (event.type === 'photo.progress' ? event.percent : event.type));
    // By area, of 320, 640, 1080 and 1200 pixels on the long edge.
    expect(percents).toEqual([3, 16, 54, 'photo.ready']);
    for (const event of events) expect(event).toMatchObject({ photo_id: id });
  });

  it('are that it failed', async () => {
    const { id } = await backend.accept(await aTruncatedJpeg());
    const events = await eventsOf(() => backend.app.get(RenderPicture).run(PHOTO, id));
    expect(events).toEqual([{ type: 'photo.failed', photo_id: id }]);
  });

  it('are none where it is deleted before it is ready', async () => {
    const { id } = await backend.accept();
    const events = await eventsOf(() =>
      backend
        .over({
          async write(key, content) {
            await backend.storage.write(key, content);
            await backend.photos.delete({ id });
          },
        })
        .render.run(PHOTO, id),
    );
    expect(events.filter(({ type }) => type !== 'photo.progress')).toEqual([]);
  });
});
