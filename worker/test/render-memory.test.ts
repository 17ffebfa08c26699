import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aJpeg, anAnimatedGif, anAnimatedWebp, aPng, aWebp } from '@portfolio/testing';
import sharp from 'sharp';
import { decoderMemoryBytes, measureImage } from '../src/pictures/decode-image.ts';
import { PHOTO } from '../src/pictures/picture-kind.ts';
import { processMemory, RenderMemory } from '../src/pictures/render-memory.ts';
import { createBackend, type Backend } from './backend.ts';

const GIB = 1024 ** 3;
const size = { width: 300, height: 200 };

describe('decoderMemoryBytes, in bytes per pixel', () => {
  const interlaced = (png: Buffer) => sharp(png).png({ progressive: true }).toBuffer();
  const interlacedDeep = (png: Buffer) => sharp(png).toColourspace('rgb16').png({ progressive: true }).toBuffer();

  it.each<[string, number, () => Promise<Buffer>]>([
    ['a JPEG', 0, () => aJpeg(size)],
    ['a progressive JPEG', 6, () => aJpeg({ ...size, progressive: true })],
    ['a progressive JPEG in CMYK', 8, () => aJpeg({ ...size, progressive: true, isCmyk: true })],
    ['a 16-bit PNG', 0, () => aPng({ ...size, depth: 16 })],
    ['an interlaced PNG', 3, async () => interlaced(await aPng(size))],
    ['an interlaced 16-bit PNG', 6, async () => interlacedDeep(await aPng({ ...size, depth: 16 }))],
    [
      'an interlaced 16-bit PNG with an alpha channel',
      8,
      async () => interlacedDeep(await aPng({ ...size, depth: 16, opacity: [255, 0] })),
    ],
    ['a GIF', 8, () => anAnimatedGif(size)],
    ['a WebP', 5, () => aWebp(size)],
    ['an animated WebP', 12, () => anAnimatedWebp(size)],
  ])('%s: %i', async (_, bytes, make) => {
    const { metadata } = await measureImage(await make());
    expect(decoderMemoryBytes(metadata) / (size.width * size.height)).toBe(bytes);
  });
});

describe('processMemory', () => {
  it.each([
    ['the limit of the container', 1.5 * GIB, 1.5 * GIB],
    ['half of the machine’s memory without a container', 0, 4 * GIB],
    ['half of the machine’s memory in a container without a limit', 2 ** 64, 4 * GIB],
  ])('is %s', (_, constrained, expected) => {
    expect(processMemory(constrained, 8 * GIB)).toBe(expected);
  });
});

describe('RenderMemory', () => {
  it('estimates more for sizes above those of pages', () => {
    const ofPages = RenderMemory.estimate(0);
    expect(RenderMemory.estimate(5, 7)).toBe(ofPages + 12);
    expect(RenderMemory.estimate(0, 0, 3840 * 2560)).toBeGreaterThan(2 * ofPages);
    expect(RenderMemory.estimate(0, 0, 2500 * 100)).toBe(ofPages);
  });

  /** Starts a render for each size in bytes. `running` returns the indexes of the running ones; `end` ends one. */
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

  it('runs renders concurrently within the limit, first in, first out', async () => {
    const renders = start(new RenderMemory(100), [60, 40, 50, 10]);
    expect(await renders.running()).toEqual([0, 1]);
    await renders.end(1);
    expect(await renders.running()).toEqual([0]);
    await renders.end(0);
    expect(await renders.running()).toEqual([2, 3]);
  });

  it('runs a render that exceeds the limit alone', async () => {
    const renders = start(new RenderMemory(100), [10, 500, 10]);
    expect(await renders.running()).toEqual([0]);
    await renders.end(0);
    expect(await renders.running()).toEqual([1]);
    await renders.end(1);
    expect(await renders.running()).toEqual([2]);
  });

  it('frees the memory of a failed render', async () => {
    const memory = new RenderMemory(100);
    await expect(memory.run(100, () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
    expect(await memory.run(100, () => Promise.resolve('rendered'))).toBe('rendered');
  });
});

describe('a picture that the decoder holds whole', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await createBackend();
  });
  afterAll(() => backend.close());

  /** Interlaced 16-bit PNG: 6 bytes per pixel. */
  const aLargePicture = async () => {
    const picture = await aPng({ width: 1200, height: 200, depth: 16, colour: [200, 100, 50] });
    return sharp(picture).toColourspace('rgb16').png({ progressive: true }).toBuffer();
  };
  const DECODER_BYTES = 1200 * 200 * 6;

  /** Memory for one large and one small picture. */
  const memoryForOneLargePicture = () => new RenderMemory(2 * RenderMemory.estimate(0) + 1.5 * DECODER_BYTES);

  it('waits until another large picture frees its memory', async () => {
    const photos = [await backend.accept(await aLargePicture()), await backend.accept(await aLargePicture())];
    const memory = memoryForOneLargePicture();
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

  it('is estimated by its largest size', async () => {
    await backend.set({ largest_public_size: '3840' });
    const { id } = await backend.accept(await aJpeg({ width: 4000, height: 3000, quality: 60 }));
    const memory = new RenderMemory();
    const run = jest.spyOn(memory, 'run').mockRejectedValue(new Error('No memory'));
    await expect(backend.over({}, memory).render.run(PHOTO, id)).rejects.toThrow('No memory');

    const { originalBytes } = await backend.find(id);
    expect(run.mock.calls[0]![0]).toBe(RenderMemory.estimate(0, originalBytes, 3840 * 2880));
    await backend.set({ largest_public_size: '2400' });
  });

  it('leaves enough memory for a small picture', async () => {
    const memory = memoryForOneLargePicture();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const large = memory.run(RenderMemory.estimate(DECODER_BYTES), () => released);
    const { id } = await backend.accept();

    await backend.over({}, memory).render.run(PHOTO, id);

    expect((await backend.find(id)).status).toBe('ready');
    release();
    await large;
  });

  it('fails when it exceeds the memory of the worker, without affecting others', async () => {
    const [large, small] = [await backend.accept(await aLargePicture()), await backend.accept()];
    const { render } = backend.over({}, new RenderMemory(DECODER_BYTES - 1));

    await Promise.all([large, small].map(({ id }) => render.run(PHOTO, id)));

    const failure = 'The picture could not be processed: it takes 2 MB of memory. Please upload a smaller version.';
    expect(await backend.find(large.id)).toMatchObject({ status: 'failed', failure, unfinishedRenders: 0 });
    expect((await backend.find(small.id)).status).toBe('ready');
  });

  it('is rendered alone when it needs all the memory', async () => {
    const { id } = await backend.accept(await aLargePicture());
    await backend.over({}, new RenderMemory(DECODER_BYTES)).render.run(PHOTO, id);
    expect((await backend.find(id)).status).toBe('ready');
  });
});
