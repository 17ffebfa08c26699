import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PAGE_EDGE } from '@portfolio/contracts';
import {
  aBomb,
  aDamagedJpeg,
  aJpeg,
  anAnimatedGif,
  anAnimatedWebp,
  aPng,
  aTruncatedJpeg,
  aWebp,
  CORNERS,
  greyProfile,
  toLinearSrgb,
  toSrgb,
  type Colour,
  type ColourSpaceName,
  type Orientation,
} from '@portfolio/testing';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { decodeImage, ImageFault, measureImage } from '../src/pictures/decode-image.ts';
import {
  renderImage as renderWith,
  renditionSizes,
  shareRegion,
  type RenderedImage,
} from '../src/pictures/render-image.ts';
import { CENTRED, readAvif, colourAt, difference, meanInP3 } from './pixels.ts';

/** Tolerance of lossy encoders for a flat colour, in steps of 8 bits. */
const LOSSY = 5;
const { toBuffer } = sharp.prototype;
const CENTRE = [0.5, 0.5] as const;

const NO_RIGHTS = { artist: '', copyright: '', licence: '' };
const SETTINGS = { rights: NO_RIGHTS, largest: PAGE_EDGE, ...CENTRED };
const renderImage = (input: Buffer, settings = SETTINGS) => renderWith(input, settings);

const largest = (image: RenderedImage, format: string) => image.files.find((file) => file.format === format)!.data;

/** The centre colour of each format. */
async function worstDifference(image: RenderedImage, wanted: readonly number[]): Promise<number> {
  const found = await Promise.all(image.files.map(({ data }) => colourAt(data, CENTRE)));
  return Math.max(...found.map((colour) => difference(colour, wanted)));
}

interface Planned {
  options: { formatOut: string; input: { rawWidth?: number } };
}

/** Decodes and encodes of sharp during the action. */
async function readAndWritten(action: () => Promise<unknown>): Promise<{ decodes: number; encodes: string[] }> {
  const found = { decodes: 0, encodes: [] as string[] };
  const spy = jest.spyOn(sharp.prototype, 'toBuffer').mockImplementation(function (this: unknown, ...given: unknown[]) {
    const { formatOut, input } = (this as Planned).options;
    if (input.rawWidth === undefined) found.decodes += 1;
    if (formatOut !== 'raw') found.encodes.push(formatOut);
    return toBuffer.apply(this as never, given as never);
  } as never);
  await action();
  spy.mockRestore();
  return found;
}

const faultOf = async (input: Buffer) => {
  const error: unknown = await renderImage(input).catch((thrown: unknown) => thrown);
  return error instanceof ImageFault ? error.message : error;
};

const SHARP_NAMES: Record<string, string> = { avif: 'heif', 'share.jpeg': 'jpeg' };
const inAllFormats = (size: string) => ['avif', 'webp', 'jpeg'].map((format) => `${format} ${size}`);

beforeAll(() => readAvif(true));

describe('sizes', () => {
  it('follow the long edge, largest first', () => {
    expect(renditionSizes({ width: 6000, height: 4000 }, PAGE_EDGE)).toEqual([
      { width: 2400, height: 1600 },
      { width: 1600, height: 1067 },
      { width: 1080, height: 720 },
      { width: 640, height: 427 },
      { width: 320, height: 213 },
    ]);
    expect(renditionSizes({ width: 4000, height: 6000 }, PAGE_EDGE)[0]).toEqual({ width: 1600, height: 2400 });
  });

  it('are never larger than the picture', () => {
    expect(renditionSizes({ width: 1000, height: 500 }, PAGE_EDGE).map((size) => size.width)).toEqual([1000, 640, 320]);
    expect(renditionSizes({ width: 1, height: 1 }, PAGE_EDGE)).toEqual([{ width: 1, height: 1 }]);
    expect(renditionSizes({ width: 640, height: 640 }, PAGE_EDGE).map((size) => size.width)).toEqual([640, 320]);
  });

  it('end at the largest public size', () => {
    const widths = (limit: number, width = 6000) =>
      renditionSizes({ width, height: 4000 }, limit).map((size) => size.width);
    expect(widths(3840)).toEqual([3840, 2400, 1600, 1080, 640, 320]);
    expect(widths(3840, 4000)).toEqual([3840, 2400, 1600, 1080, 640, 320]);
    expect(widths(1600)).toEqual([1600, 1080, 640, 320]);
  });

  it('of share cards have their shape at the focal point, inside the picture', () => {
    const upright = { width: 1200, height: 1800 };
    expect(shareRegion(upright, { focusX: 0, focusY: 0.5 })).toEqual({ left: 0, top: 585, width: 1200, height: 630 });
    expect(shareRegion(upright, { focusX: 1, focusY: 0 })).toMatchObject({ left: 0, top: 0 });
    expect(shareRegion(upright, { focusX: 1, focusY: 1 })).toMatchObject({ left: 0, top: 1170 });
    const wide = { width: 4000, height: 630 };
    expect(shareRegion(wide, { focusX: 1, focusY: 0 })).toEqual({ left: 2800, top: 0, width: 1200, height: 630 });
    expect(shareRegion({ width: 1, height: 5000 }, CENTRED)).toMatchObject({ width: 1, height: 1 });
  });

  it('have unique widths, also for narrow pictures', () => {
    expect(renditionSizes({ width: 1, height: 5000 }, PAGE_EDGE)).toEqual([{ width: 1, height: 2400 }]);
    // One of pages rather than the viewer's.
    expect(renditionSizes({ width: 1, height: 3000 }, 3840)).toEqual([{ width: 1, height: 2400 }]);
    // The viewer's, where smaller ones are left for pages.
    expect(renditionSizes({ width: 1200, height: 2401 }, 3840).map(({ height }) => height)).toEqual([
      2401, 1600, 1080, 640, 320,
    ]);
  });
});

describe('files', () => {
  it('have the right format and size, and no metadata', async () => {
    const image = await renderImage(await aJpeg({ width: 2600, height: 260, gps: true, profile: 'display-p3' }));
    expect(image).toMatchObject({ width: 2600, height: 260 });
    expect(image.files.map(({ format, width, height }) => `${format} ${width}x${height}`)).toEqual([
      ...inAllFormats('2400x240'),
      'share.jpeg 457x240',
      ...['1600x160', '1080x108', '640x64', '320x32'].flatMap(inAllFormats),
    ]);
    for (const { format, width, height, data } of image.files) {
      const metadata = await sharp(data).metadata();
      expect(metadata).toMatchObject({ format: SHARP_NAMES[format] ?? format, width, height, hasAlpha: false });
      for (const trace of ['exif', 'xmp', 'iptc', 'orientation'] as const) expect(metadata[trace]).toBeUndefined();
      expect(metadata.icc?.length ?? 0).toBeLessThanOrEqual(format.endsWith('jpeg') ? 0 : 600);
      expect(data.includes('Trace')).toBe(false);
    }
    expect((await sharp(largest(image, 'jpeg')).metadata()).isProgressive).toBe(true);
  });

  it('are passed on by size, smallest first', async () => {
    const sizes: [string[], boolean, number][] = [];
    const image = await renderWith(await aJpeg({ width: 2600, height: 130 }), {
      ...SETTINGS,
      onSize: ({ files, isSmallest, percent, placeholder, width, height }) => {
        expect({ width, height, placeholder }).toMatchObject({ width: 2600, height: 130 });
        expect(placeholder).not.toBe('');
        sizes.push([files.map(({ format, width }) => `${format} ${width}`), isSmallest, percent]);
      },
    });
    // Shares of the area.
    expect(sizes).toEqual([
      [inAllFormats('320'), true, 1],
      [inAllFormats('640'), false, 5],
      [inAllFormats('1080'), false, 17],
      [inAllFormats('1600'), false, 42],
      [[...inAllFormats('2400'), 'share.jpeg 229'], false, 100],
    ]);
    expect(image.files).toHaveLength(16);
  });

  it('above 2400 pixels are AVIF and WebP alone', async () => {
    const original = await aJpeg({ width: 4000, height: 200 });
    const { files } = await renderImage(original, { ...SETTINGS, largest: 3840 });
    expect(files.slice(0, 5).map(({ format, width, height }) => `${format} ${width}x${height}`)).toEqual([
      ...['avif 3840x192', 'webp 3840x192'],
      ...inAllFormats('2400x120'),
    ]);
  });

  it.each([
    ['JPEG', () => aJpeg({ width: 2600, height: 130, orientation: 6 })],
    ['PNG', () => aPng({ width: 2600, height: 130 })],
  ])('of a %s take one decode and one encode each', async (_, make) => {
    const original = await make();
    const { decodes, encodes } = await readAndWritten(() => renderImage(original));
    expect(decodes).toBe(1);
    expect(encodes.sort()).toEqual([...Array(5).fill('heif'), ...Array(6).fill('jpeg'), ...Array(5).fill('webp')]);
  });

  it('are deterministic', async () => {
    const original = await aJpeg({ width: 500, height: 400 });
    expect(await renderImage(original)).toEqual(await renderImage(original));
  });

  it('have a placeholder of similar colours', async () => {
    const { placeholder } = await renderImage(await aJpeg({ width: 900, height: 600, colour: [200, 100, 50] }));
    const hash = Buffer.from(placeholder, 'base64');
    expect(hash.length).toBeLessThan(30);
    const { r, g, b, a } = thumbHashToAverageRGBA(hash);
    expect(difference([r * 255, g * 255, b * 255, a], [200, 100, 50, 1])).toBeLessThan(8);
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(1.5, 0);
  });

  it('are rendered from a single pixel', async () => {
    const image = await renderImage(await aPng({ width: 1, height: 1, colour: [10, 200, 30] }));
    expect(image.files.map(({ format, width, height }) => `${format} ${width}x${height}`)).toEqual([
      ...inAllFormats('1x1'),
      'share.jpeg 1x1',
    ]);
    expect(await worstDifference(image, [10, 200, 30])).toBeLessThanOrEqual(LOSSY);
  });
});

describe('orientation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8] as Orientation[])('%i is rendered upright', async (orientation) => {
    const image = await renderImage(await aJpeg({ width: 480, height: 320, orientation }));
    expect(image).toMatchObject({ width: 480, height: 320 });
    for (const { format, data, width, height } of image.files) {
      expect(width).toBeGreaterThan(height);
      if (format === 'share.jpeg') continue;
      const corners = {
        topLeft: await colourAt(data, [0.06, 0.06]),
        topRight: await colourAt(data, [0.94, 0.06]),
        bottomLeft: await colourAt(data, [0.06, 0.94]),
        bottomRight: await colourAt(data, [0.94, 0.94]),
      };
      for (const [name, colour] of Object.entries(CORNERS)) {
        expect([name, difference(corners[name as keyof typeof corners], colour) <= 12]).toEqual([name, true]);
      }
    }
  });
});

describe('colour', () => {
  /** Has renditions in two sizes. */
  const size = { width: 340, height: 40 };
  const colours: Colour[] = [
    [200, 100, 50],
    [60, 140, 90],
    [180, 60, 140],
  ];

  it.each(colours)('(%i, %i, %i) without a profile stays, as sRGB', async (...colour) => {
    expect(await worstDifference(await renderImage(await aJpeg({ colour, ...size })), colour)).toBeLessThanOrEqual(
      LOSSY,
    );
  });

  describe.each(['display-p3', 'adobe-rgb', 'srgb'] as const)('of %s', (profile) => {
    it.each(colours)('(%i, %i, %i) is converted to sRGB', async (...colour) => {
      const wanted = toSrgb(colour, profile);
      if (profile !== 'srgb') expect(difference(wanted, colour)).toBeGreaterThan(2 * LOSSY);
      for (const original of [
        await aJpeg({ colour, ...size, profile, quality: 100 }),
        await aPng({ colour, ...size, profile }),
        await aPng({ colour, ...size, profile, depth: 16 }),
        await aPng({ colour, ...size, profile, depth: 16, opacity: [255] }),
      ]) {
        expect(await worstDifference(await renderImage(original), wanted)).toBeLessThanOrEqual(LOSSY);
      }
    });
  });

  describe.each([
    ['display-p3', [255, 0, 0]],
    ['display-p3', [0, 255, 0]],
    ['adobe-rgb', [120, 250, 120]],
  ] as [ColourSpaceName, Colour][])('of %s outside of sRGB', (profile, colour) => {
    it.each([
      ['a JPEG', () => aJpeg({ colour, ...size, profile, quality: 100 })],
      ['a PNG', () => aPng({ colour, ...size, profile })],
      ['a PNG of 16 bits', () => aPng({ colour, ...size, profile, depth: 16 })],
      ['an opaque PNG', () => aPng({ colour, ...size, profile, opacity: [255] })],
    ])('in %s stays in AVIF and WebP, and is clipped in JPEG', async (_, make) => {
      const { files } = await renderImage(await make());
      const wanted = toLinearSrgb(colour, profile);
      for (const { format, data } of files) {
        const { icc, hasAlpha } = await sharp(data).metadata();
        expect(hasAlpha).toBe(false);
        if (format.endsWith('jpeg')) {
          expect(icc).toBeUndefined();
          expect(difference(await colourAt(data, CENTRE), toSrgb(colour, profile))).toBeLessThanOrEqual(LOSSY);
          continue;
        }
        expect(icc!.length).toBeLessThanOrEqual(600);
        const found = toLinearSrgb(await meanInP3(data), 'display-p3');
        expect(Math.min(...found)).toBeLessThan(-0.02);
        found.forEach((light, i) => expect(light).toBeCloseTo(wanted[i]!, 1));
      }
    });
  });

  it('of a wide gamut keeps its opacity', async () => {
    const image = await renderImage(
      await aPng({ colour: [255, 0, 0], opacity: [128], width: 400, height: 300, profile: 'display-p3' }),
    );
    const avif = await sharp(largest(image, 'avif'), { ignoreIcc: true }).raw().toBuffer();
    expect(difference([...avif.subarray(0, 4)], [255, 0, 0, 128])).toBeLessThanOrEqual(LOSSY);
  });

  it('of a wide gamut is the same in each of 400 decodes of a turned picture', async () => {
    const picture = await aJpeg({ width: 60, height: 40, profile: 'display-p3', orientation: 6, gps: true });
    const { metadata, ...size } = await measureImage(picture);
    const decode = async () => (await decodeImage(picture, metadata, size)).data.toString('base64');

    const found = new Set<string>();
    for (let batch = 0; batch < 100; batch += 1)
      for (const data of await Promise.all([decode(), decode(), decode(), decode()])) found.add(data);

    expect(found.size).toBe(1);
  });

  it('in CMYK with a profile is converted by the profile', async () => {
    const original = await aJpeg({ colour: [150, 110, 90], width: 400, height: 300, quality: 100, profile: 'cmyk' });
    expect(await sharp(original).metadata()).toMatchObject({ space: 'cmyk', channels: 4, hasProfile: true });
    // Inks of 0, 40, 57 and 45 %, converted by Little CMS 2.14, perceptually.
    expect(await worstDifference(await renderImage(original), [149, 103, 76])).toBeLessThanOrEqual(8);
  });

  it('in CMYK without a profile is approximated', async () => {
    const original = await aJpeg({ colour: [150, 110, 90], width: 400, height: 300, quality: 100, isCmyk: true });
    expect(await sharp(original).metadata()).toMatchObject({ space: 'cmyk', channels: 4, hasProfile: false });
    expect(await worstDifference(await renderImage(original), [150, 110, 90])).toBeLessThanOrEqual(12);
  });

  it('of 16 bits without a profile has the same value', async () => {
    const original = await aPng({ colour: [200, 100, 50], depth: 16, width: 400, height: 300 });
    expect((await sharp(original).metadata()).depth).toBe('ushort');
    expect(await worstDifference(await renderImage(original), [200, 100, 50])).toBeLessThanOrEqual(LOSSY);
  });

  it.each([8, 16] as const)('grey of %i bits has the same value', async (depth) => {
    const image = await renderImage(await aPng({ colour: [0, 120, 0], isGrey: true, depth, width: 400, height: 300 }));
    expect(await worstDifference(image, [120, 120, 120])).toBeLessThanOrEqual(LOSSY);
  });

  it.each([8, 16] as const)('grey of %i bits with a profile is converted', async (depth) => {
    const original = await aPng({
      colour: [0, 120, 0],
      isGrey: true,
      depth,
      width: 400,
      height: 300,
      profile: greyProfile(1.8),
    });
    // 120 of gamma 1.8 is as light as 142 of sRGB: ((120/255)^1.8)^(1/2.2) × 255, less than a step from the exact curve.
    expect(await worstDifference(await renderImage(original), [142, 142, 142])).toBeLessThanOrEqual(LOSSY);
  });

  it('with an invalid profile counts as sRGB', async () => {
    const profile = Buffer.from('this is no profile at all, but it is long enough to be looked at'.repeat(4));
    const image = await renderImage(await aPng({ colour: [200, 100, 50], width: 400, height: 300, profile }));
    expect(await worstDifference(image, [200, 100, 50])).toBeLessThanOrEqual(LOSSY);
  });
});

describe('the alpha channel', () => {
  it('stays in formats that have one, else it is flattened on white', async () => {
    const image = await renderImage(
      await aPng({ colour: [200, 100, 50], opacity: [255, 128, 0], width: 900, height: 300 }),
    );
    for (const { format, data } of image.files) {
      const found = [
        await colourAt(data, [0.15, 0.5]),
        await colourAt(data, CENTRE),
        await colourAt(data, [0.85, 0.5]),
      ];
      const wanted = format.endsWith('jpeg')
        ? [
            [200, 100, 50],
            [227, 177, 152],
            [255, 255, 255],
          ]
        : [
            [200, 100, 50, 255],
            [200, 100, 50, 128],
            [found[2]![0]!, found[2]![1]!, found[2]![2]!, 0],
          ];
      found.forEach((colour, i) => expect(difference(colour, wanted[i]!)).toBeLessThanOrEqual(LOSSY + 1));
    }
  });

  it('leaves no dark edge in smaller sizes', async () => {
    // Transparent pixels are black here and would darken the edge.
    const image = await renderImage(
      await aPng({ colour: [240, 240, 240], opacity: [255, 0], width: 2400, height: 150 }),
    );
    const smallest = image.files.filter((file) => file.format === 'webp').at(-1)!.data;
    const { data } = await sharp(smallest).raw().toBuffer({ resolveWithObject: true });
    for (let i = 0; i < data.length; i += 4) if (data[i + 3]! > 40) expect(data[i]).toBeGreaterThan(225);
  });

  it('is dropped where it is opaque', async () => {
    const image = await renderImage(await aPng({ opacity: [255], width: 400, height: 300 }));
    for (const { data } of image.files) expect((await sharp(data).metadata()).hasAlpha).toBe(false);
  });

  it('of a WebP stays too', async () => {
    const image = await renderImage(await aWebp({ colour: [20, 90, 160], opacity: 128, width: 400, height: 300 }));
    expect(difference(await colourAt(largest(image, 'avif'), CENTRE), [20, 90, 160, 128])).toBeLessThanOrEqual(LOSSY);
  });
});

describe('animation', () => {
  it.each([
    ['GIF', anAnimatedGif],
    ['WebP', anAnimatedWebp],
  ])('of a %s is rendered as its first frame', async (_, make) => {
    const original = await make({
      width: 300,
      height: 200,
      frames: [
        [210, 50, 40],
        [50, 180, 70],
        [60, 70, 200],
      ],
    });
    expect((await sharp(original).metadata()).pages).toBe(3);
    const image = await renderImage(original);
    expect(image).toMatchObject({ width: 300, height: 200 });
    expect(await worstDifference(image, [210, 50, 40])).toBeLessThanOrEqual(LOSSY);
    for (const { data } of image.files) expect((await sharp(data).metadata()).pages ?? 1).toBe(1);
  });
});

describe('a faulty picture', () => {
  // Last, because the loader stays blocked in this process.
  beforeAll(() => readAvif(false));

  const DAMAGED = 'The file is damaged: the picture could not be read to its end.';
  const UNKNOWN = 'The file is not a JPEG, PNG, GIF or WebP picture.';
  const half = (file: Buffer) => file.subarray(0, file.length / 2);

  it.each([
    ['a JPEG that ends too soon', aTruncatedJpeg, DAMAGED],
    ['a progressive JPEG that ends too soon', () => aTruncatedJpeg({ progressive: true }), DAMAGED],
    ['a JPEG that lacks its last bytes', () => aTruncatedJpeg({ fraction: 0.99 }), DAMAGED],
    ['a JPEG damaged in its middle', aDamagedJpeg, DAMAGED],
    ['a PNG that ends too soon', async () => half(await aPng({ width: 400, height: 300 })), DAMAGED],
    ['a WebP that ends too soon', async () => half(await aWebp({ width: 400, height: 300 })), DAMAGED],
    ['more than 100 megapixels', () => aBomb({ megapixels: 101 }), 'The picture has more than 100 megapixels.'],
    ['400 megapixels', aBomb, 'The picture has more than 100 megapixels.'],
    ['nothing', async () => Buffer.alloc(0), UNKNOWN],
    ['text', async () => Buffer.from('not a picture'), UNKNOWN],
  ] as [string, () => Promise<Buffer>, string][])('is rejected: %s', async (_, make, message) => {
    expect(await faultOf(await make())).toBe(message);
  });
});
