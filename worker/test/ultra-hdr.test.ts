import { afterAll, describe, expect, it } from '@jest/globals';
import { PAGE_EDGE } from '@portfolio/contracts';
import { aJpeg, anUltraHdrJpeg, aPng, GAIN, type Orientation, type UltraHdrOptions } from '@portfolio/testing';
import sharp, { type Sharp } from 'sharp';
import { renderImage, type RenderedFile } from '../src/pictures/render-image.ts';
import { CENTRED } from './pixels.ts';
import { rightsOf } from './rights-of.ts';

/** Allows or blocks sharp's own Ultra HDR loader (libultrahdr), an independent reader to compare with. */
const allowLibultrahdr = (isAllowed: boolean) =>
  sharp[isAllowed ? 'unblock' : 'block']({ operation: ['VipsForeignLoadUhdrBuffer'] });
afterAll(() => allowLibultrahdr(false));

const COLOUR = [200, 150, 100] as const;
const SIZE = { width: 720, height: 480 };
/** So small that it is rendered in one size only. */
const SMALL = { width: 320, height: 216 };

/** Renders without libultrahdr, as the worker, and allows it afterwards: for the assertions. */
async function render(original: Buffer, artist = '') {
  allowLibultrahdr(false);
  const rights = { artist, copyright: '', licence: '' };
  const { files } = await renderImage(original, { rights, largest: PAGE_EDGE, ...CENTRED });
  allowLibultrahdr(true);
  return files;
}
const hdrOf = (files: RenderedFile[]) => files.filter(({ format }) => format === 'hdr.jpeg');
const renderHdr = async (options: UltraHdrOptions = {}) =>
  hdrOf(await render(await anUltraHdrJpeg({ ...SIZE, colour: COLOUR, ...options })));

/** Light of a point as shown with full headroom: 1 is the white of SDR. */
async function lightAt(file: Buffer, [across, down]: readonly [number, number]): Promise<number[]> {
  // Experimental, and not in sharp's types.
  const withGainMap = (sharp(file) as Sharp & { withGainMap(): Sharp }).withGainMap();
  const hdr = withGainMap.toColourspace('scrgb').raw({ depth: 'float' });
  const { data, info } = await hdr.toBuffer({ resolveWithObject: true });
  const light = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  const pixel = Math.floor(down * info.height) * info.width + Math.floor(across * info.width);
  return [...light.subarray(pixel * info.channels, pixel * info.channels + 3)];
}

/** Size of a block in pixels: in smaller ones the noise of two encoders differs by a ΔE of more than 2. */
const BLOCK = 48;

/** CIE 1976 Lab of blocks, by the picture's own profile. */
async function blocksInLab(file: Buffer): Promise<number[][]> {
  // Decoded at full size first: otherwise each format's decoder would scale in its own way.
  const decoded = await sharp(file).png().toBuffer();
  const small = await sharp(decoded)
    .resize({ width: SIZE.width / BLOCK })
    .png()
    .toBuffer();
  const data = await sharp(small).toColourspace('lab').raw({ depth: 'float' }).toBuffer();
  const samples = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  return Array.from({ length: samples.length / 3 }, (_, i) => [...samples.subarray(i * 3, i * 3 + 3)]);
}

/** Inserts empty comments at the start. */
const withComments = (jpeg: Buffer, count: number) =>
  Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(4 * count, Buffer.from([0xff, 0xfe, 0, 2])), jpeg.subarray(2)]);

/** Identifier of the APP2 segment of ISO 21496-1. */
const ISO_SIGNATURE = 'urn:iso:std:iso:ts:21496:-1\0';
/** Size of sharp's compact profile of Display P3. */
const P3_PROFILE_BYTES = 480;
const FORMS = [
  ['XMP', 'xmp'],
  ['ISO 21496-1', 'iso'],
  ['ISO 21496-1 with a common denominator', 'iso-common'],
] as const;

const xmpOf = async (file: Buffer) => {
  const map = (await sharp(file).metadata()).gainMap!.image;
  return (await sharp(map).metadata()).xmpAsString ?? '';
};

describe('an original with a gain map', () => {
  it('gives each size in HDR, with the map scaled in proportion', async () => {
    const hdr = await renderHdr();

    expect(hdr.map(({ width, height }) => [width, height])).toEqual([
      [720, 480],
      [640, 427],
      [320, 213],
    ]);
    const maps = await Promise.all(
      hdr.map(async ({ data }) => sharp((await sharp(data).metadata()).gainMap!.image).metadata()),
    );
    expect(maps.map(({ width, height, channels }) => [width, height, channels])).toEqual([
      [180, 120, 1],
      [160, 107, 1],
      [80, 53, 1],
    ]);
  });

  it.each(FORMS)('with metadata in %s is shown above the white of SDR, as the original is', async (_, form) => {
    const original = await anUltraHdrJpeg({ ...SIZE, colour: COLOUR, form });
    const hdr = hdrOf(await render(original));

    for (const point of [[0.25, 0.5] as const, [0.75, 0.5] as const]) {
      const wanted = await lightAt(original, point);
      for (const { data } of hdr)
        (await lightAt(data, point)).forEach((light, i) => expect(light / wanted[i]!).toBeCloseTo(1, 1));
    }
    expect((await lightAt(hdr[0]!.data, [0.25, 0.5]))[0]).toBeGreaterThan(4);
    expect((await lightAt(hdr[0]!.data, [0.75, 0.5]))[0]).toBeLessThan(1);
  });

  it.each(FORMS)('with metadata in %s keeps their values', async (_, form) => {
    const gain = { min: -0.5, max: 2.25, gamma: 0.75, offsetSdr: 0.015625, offsetHdr: 0.03125, capacityMax: 2.5 };
    const values = { ...GAIN, ...gain };
    for (const { data } of await renderHdr({ form, gain })) {
      const xmp = await xmpOf(data);
      const read = (name: string) => Number(new RegExp(`hdrgm:${name}="([^"]*)"`).exec(xmp)?.[1]);
      expect({
        min: read('GainMapMin'),
        max: read('GainMapMax'),
        gamma: read('Gamma'),
        offsetSdr: read('OffsetSDR'),
        offsetHdr: read('OffsetHDR'),
        capacityMin: read('HDRCapacityMin'),
        capacityMax: read('HDRCapacityMax'),
      }).toEqual(values);
      // The same values in ISO 21496-1, which Android 15 and Apple's systems read: fractions, after versions and flags.
      const fractions = [values.capacityMin, values.capacityMax, values.min, values.max, values.gamma];
      const versionsAndFlags = 5;
      const iso = data.subarray(data.lastIndexOf(ISO_SIGNATURE) + ISO_SIGNATURE.length + versionsAndFlags);
      expect(fractions.map((_, i) => iso.readInt32BE(i * 8) / iso.readUInt32BE(i * 8 + 4))).toEqual(fractions);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8] as Orientation[])('of orientation %i has an upright map', async (orientation) => {
    const [{ data } = { data: Buffer.alloc(0) }] = await renderHdr({ ...SMALL, orientation });

    expect((await lightAt(data, [0.2, 0.5]))[0]).toBeGreaterThan(4);
    expect((await lightAt(data, [0.8, 0.5]))[0]).toBeLessThan(1);
  });

  it.each([
    ['sRGB', {}],
    ['Display P3', { profile: 'display-p3' }],
    ['Display P3, with gains for each colour', { profile: 'display-p3', isColoured: true }],
  ] as [string, UltraHdrOptions][])('of %s looks in SDR as its other renditions', async (_, options) => {
    const files = await render(await anUltraHdrJpeg({ ...SIZE, ...options }));
    // Programs without HDR read the first picture alone.
    allowLibultrahdr(false);
    const [hdr] = hdrOf(files);
    const plain = files.find(
      ({ format, width }) => format === (options.profile ? 'webp' : 'jpeg') && width === hdr!.width,
    );
    const [found, wanted] = await Promise.all([hdr!.data, plain!.data].map(blocksInLab));

    const distances = wanted!.map((lab, i) => Math.hypot(...lab.map((value, c) => value - found![i]![c]!)));
    expect(distances.length).toBe((SIZE.width * SIZE.height) / BLOCK ** 2);
    expect(Math.max(...distances)).toBeLessThan(2);
    expect((await sharp(hdr!.data).metadata()).icc?.length).toBe(options.profile ? P3_PROFILE_BYTES : undefined);
  });

  it.each([
    ['the list of pictures', 14],
    ['the map', 46],
  ])('with a length of %s beyond the end of the file is rendered in HDR', async (_, position) => {
    expect(hdrOf(await render(await withHugeNumberAt(position)))).toHaveLength(1);
  });

  it('has the rights in HDR, and no other metadata', async () => {
    const original = await anUltraHdrJpeg({ ...SIZE, gps: true, more: 'xmlns:x="x" x:City="TraceCity"' });
    const hdr = hdrOf(await render(original, 'Ruth'));
    allowLibultrahdr(false);
    expect(hdr).toHaveLength(3);
    for (const { data } of hdr) {
      const { exif, xmp } = await rightsOf(data);
      expect([exif.artist, xmp.creator]).toEqual(['Ruth', 'Ruth']);
      expect(data.includes('Trace')).toBe(false);
    }
  });
});

/** An Ultra HDR JPEG with a huge number at this byte of its Multi-Picture Format. */
async function withHugeNumberAt(position: number) {
  const original = await anUltraHdrJpeg(SMALL);
  original.writeUInt32LE(0xffff_fff0, original.indexOf('MPF\0') + 4 + position);
  return original;
}

describe('an original without a usable gain map', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG without a gain map', () => aJpeg(SMALL)],
    ['a PNG', () => aPng(SMALL)],
    ['a truncated map', () => anUltraHdrJpeg({ ...SMALL, truncated: 20 })],
    [
      'no map where it should be',
      async () => {
        const file = await anUltraHdrJpeg(SMALL);
        return file.subarray(0, file.lastIndexOf(Buffer.from([0xff, 0xd8, 0xff])));
      },
    ],
    ['more segments than any real file', async () => withComments(await anUltraHdrJpeg(SMALL), 1_001)],
    ['a map of another proportion', () => anUltraHdrJpeg({ ...SMALL, mapRatio: 1 })],
    ['a map larger than the picture', () => anUltraHdrJpeg({ ...SMALL, mapShare: 1.5 })],
    ['a progressive map', () => anUltraHdrJpeg({ ...SMALL, isProgressiveMap: true })],
    ['a base that is HDR', () => anUltraHdrJpeg({ ...SMALL, more: 'hdrgm:BaseRenditionIsHDR="True"' })],
    ['no gamma', () => anUltraHdrJpeg({ ...SMALL, form: 'iso', gain: { gamma: 0 } })],
    ['a largest gain that is not a number', () => anUltraHdrJpeg({ ...SMALL, gain: { max: NaN } })],
    ['a smallest gain above the largest', () => anUltraHdrJpeg({ ...SMALL, gain: { min: 4 } })],
    ['no headroom', () => anUltraHdrJpeg({ ...SMALL, gain: { capacityMax: 0 } })],
    ['gains for each colour in Adobe RGB', () => anUltraHdrJpeg({ ...SMALL, profile: 'adobe-rgb', isColoured: true })],
  ])('(%s) has no rendition in HDR', async (_, make) => {
    const files = await render(await make());
    expect(hdrOf(files)).toEqual([]);
    expect(files.map(({ format }) => format).slice(0, 3)).toEqual(['avif', 'webp', 'jpeg']);
  });

  it.each([
    ['the directory', 4],
    ['the list of pictures', 18],
    ['the map', 50],
  ])('(an offset of %s beyond the end of the file) has no rendition in HDR', async (_, position) => {
    expect(hdrOf(await render(await withHugeNumberAt(position)))).toEqual([]);
  });
});
