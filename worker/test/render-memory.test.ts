import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aJpeg, anAnimatedGif, anAnimatedWebp, aPng, aWebp } from '@portfolio/testing';
import sharp from 'sharp';
import { decodeBytes, measureImage } from '../src/pictures/decode-image.ts';
import { PHOTO } from '../src/pictures/picture-kind.ts';
import { processMemory, RenderMemory } from '../src/pictures/render-memory.ts';
import { createBackend, type Backend } from './backend.ts';

const GB = 1024 ** 3;
const size = { width: 300, height: 200 };

describe('the memory of a decoder, in bytes a pixel', () => {
  const interlaced = (png: Buffer) => sharp(png).png({ progressive: true }).toBuffer();
  const interlacedDeep = (png: Buffer) => sharp(png).toColourspace('rgb16').png({ progressive: true }).toBuffer();

  it.each<[string, number, () => Promise<Buffer>]>([
    ['a JPEG', 0, () => aJpeg(size)],
    ['a progressive JPEG', 6, () => aJpeg({ ...size, progressive: true })],
    ['a progressive JPEG in CMYK', 8, () => aJpeg({ ...size, progressive: true, isCmyk: true })],
    ['a PNG', 0, () => aPng({ ...size, depth: 16 })],
    ['an interlaced PNG', 3, async () => interlaced(await aPng(size))],
    ['an interlaced PNG of 16 bits', 6, async () => interlacedDeep(await aPng({ ...size, depth: 16 }))],
    [
      'an interlaced PNG of 16 bits with opacity',
      8,
      async () => interlacedDeep(await aPng({ ...size, depth: 16, opacity: [255, 0] })),
    ],
    ['a GIF', 8, () => anAnimatedGif(size)],
    ['a WebP', 5, () => aWebp(size)],
    ['an animated WebP', 12, () => anAnimatedWebp(size)],
  ])('%s: %i', async (_, bytes, make) => {
    const { metadata } = await measureImage(await make());
    expect(decodeBytes(metadata) / (size.width * size.height)).toBe(bytes);
  });
});

describe('the memory of a worker', () => {
  it.each([
    ['that of its container', 1.5 * GB, 1.5 * GB],
    ['half of the machine without a container', 0, 4 * GB],
    ['half of the machine in a container without a limit', 2 ** 64, 4 * GB],
  ])('is %s', (_, constrained, expected) => {
    expect(processMemory(constrained, 8 * GB)).toBe(expected);
  });
});

describe('renders', () => {
  /** Starts renders of these bytes; `end` ends one and waits until others have started. */
  function start(memory: RenderMemory, sizes: number[]) {
    const running = new Map<number, () => void>();
    const ended = sizes.map((bytes, index) =>
      memory.run(bytes, () => new Promise<void>((resolve) => running.set(index, resolve))),
    );
    return {
      running: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return [...running.keys()];
      },
      async end(index: number) {
        running.get(index)!();
        await ended[index];
        running.delete(index);
      },
    };
  }

  it('run side by side as far as their memory goes, first in, first out', async () => {
    const renders = start(new RenderMemory(100), [60, 40, 50, 10]);
    expect(await renders.running()).toEqual([0, 1]);
    await renders.end(1);
    expect(await renders.running()).toEqual([0]);
    await renders.end(0);
    expect(await renders.running()).toEqual([2, 3]);
  });

  it('that need more than there is run alone', async () => {
    const renders = start(new RenderMemory(100), [10, 500, 10]);
    expect(await renders.running()).toEqual([0]);
    await renders.end(0);
    expect(await renders.running()).toEqual([1]);
    await renders.end(1);
    expect(await renders.running()).toEqual([2]);
  });

  it('free their memory when they fail', async () => {
    const memory = new RenderMemory(100);
    await expect(memory.run(100, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
    expect(await memory.run(100, () => Promise.resolve('rendered'))).toBe('rendered');
  });
});

describe('a picture that is decoded whole', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await createBackend();
  });
  afterAll(() => backend.close());

  /** Interlaced, of 16 bits: 6 bytes a pixel. */
  const aLargePicture = async () => {
    const picture = await aPng({ width: 1200, height: 800, depth: 16, colour: [200, 100, 50] });
    return sharp(picture).toColourspace('rgb16').png({ progressive: true }).toBuffer();
  };
  const DECODED = 1200 * 800 * 6;

  /** Memory for a large and a small picture. */
  const aTightMemory = () => new RenderMemory(2 * RenderMemory.estimate(0) + 1.5 * DECODED);

  it('waits for the memory of another one', async () => {
    const photos = [await backend.accept(await aLargePicture()), await backend.accept(await aLargePicture())];
    const memory = aTightMemory();
    const { run } = memory;
    let [running, most] = [0, 0];
    jest.spyOn(memory, 'run').mockImplementation(
      (bytes, action) =>
        run.call(memory, bytes, async () => {
          most = Math.max(most, (running += 1));
          return action().finally(() => (running -= 1));
        }) as never,
    );
    const { render } = backend.over({}, memory);

    await Promise.all(photos.map(({ id }) => render.run(PHOTO, id)));

    expect(most).toBe(1);
    for (const { id } of photos) expect((await backend.find(id)).status).toBe('ready');
  });

  it('leaves memory for a small one', async () => {
    const memory = aTightMemory();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const large = memory.run(RenderMemory.estimate(DECODED), () => released);
    const { id } = await backend.accept();

    await backend.over({}, memory).render.run(PHOTO, id);

    expect((await backend.find(id)).status).toBe('ready');
    release();
    await large;
  });

  it('fails where it needs more memory than there is, and leaves the others alone', async () => {
    const [large, small] = [await backend.accept(await aLargePicture()), await backend.accept()];
    const { render } = backend.over({}, new RenderMemory(DECODED - 1));

    await Promise.all([large, small].map(({ id }) => render.run(PHOTO, id)));

    const failure = 'The picture could not be processed: it takes 6 MB of memory. Please upload a smaller version.';
    expect(await backend.find(large.id)).toMatchObject({ status: 'failed', failure, unfinishedRenders: 0 });
    expect((await backend.find(small.id)).status).toBe('ready');
  });

  it('is rendered alone where it just fits', async () => {
    const { id } = await backend.accept(await aLargePicture());
    await backend.over({}, new RenderMemory(DECODED)).render.run(PHOTO, id);
    expect((await backend.find(id)).status).toBe('ready');
  });
});
