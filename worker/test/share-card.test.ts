import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Picture } from '@portfolio/database';
import { aJpeg, CORNERS } from '@portfolio/testing';
import { BACKGROUND, PHOTO, type PictureKind } from '../src/pictures/picture-kind.ts';
import { RefreshPicture } from '../src/pictures/refresh-picture.ts';
import { RenderPicture } from '../src/pictures/render-picture.ts';
import { createBackend, type Backend } from './backend.ts';
import { colourAt, difference } from './pixels.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

const render = (kind: PictureKind, id: number) => backend.app.get(RenderPicture).run(kind, id);
const refresh = (kind: PictureKind, id: number) => backend.app.get(RefreshPicture).run(kind, id);

/** Size and file of the share card. */
async function cardOf({ keys }: PictureKind, { id, version, renditions }: Picture) {
  const { width, height } = renditions.find(({ format }) => format === 'share.jpeg')!;
  return { width, height, file: (await backend.storage.read(keys.rendition(id, version!, width, 'share.jpeg')))! };
}

describe('the share card of a photo', () => {
  it('is cropped at the focal point, and again when that changes', async () => {
    const { id } = await backend.accept(await aJpeg({ width: 1202, height: 1000 }), { focusY: 0 });
    await render(PHOTO, id);
    const top = await backend.find(id);
    const card = await cardOf(PHOTO, top);
    expect(card).toMatchObject({ width: 1200, height: 630 });
    expect(difference(await colourAt(card.file, [0.06, 0.1]), CORNERS.topLeft)).toBeLessThan(12);

    await backend.photos.update({ id }, { focusY: 1 });
    await refresh(PHOTO, id);
    const bottom = await backend.find(id);
    expect(bottom.version).not.toBe(top.version);
    const { file } = await cardOf(PHOTO, bottom);
    expect(difference(await colourAt(file, [0.06, 0.9]), CORNERS.bottomLeft)).toBeLessThan(12);
  });

  it('follows a focal point that was set during the first render', async () => {
    const { id } = await backend.accept(await aJpeg({ width: 400, height: 900 }));
    const { render } = backend.over({
      async read(key) {
        await backend.photos.update({ id }, { focusY: 0 });
        return backend.storage.read(key);
      },
    });
    await render.run(PHOTO, id);

    const { file, ...size } = await cardOf(PHOTO, await backend.find(id));
    expect(size).toEqual({ width: 400, height: 210 });
    expect(difference(await colourAt(file, [0.94, 0.1]), CORNERS.topRight)).toBeLessThan(12);
  });
});

it('the share card of the background image follows the setting', async () => {
  const { id } = await backend.acceptBackground(await aJpeg({ width: 900, height: 300 }));
  await render(BACKGROUND, id);
  await backend.set({ background_focus: '1 0.5' });
  await refresh(BACKGROUND, id);

  const { file, ...size } = await cardOf(BACKGROUND, await backend.backgrounds.findOneByOrFail({ id }));
  expect(size).toEqual({ width: 571, height: 300 });
  expect(difference(await colourAt(file, [0.94, 0.06]), CORNERS.topRight)).toBeLessThan(12);
});
