import { describe, expect, it } from '@jest/globals';
import { aJpeg, anAnimatedGif, anAnimatedWebp, aPng, aWebp } from '@portfolio/testing';
import sharp from 'sharp';
import { decodeBytes, measureImage } from '../src/pictures/decode-image.ts';
import { processMemory, RenderMemory } from '../src/pictures/render-memory.ts';

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
