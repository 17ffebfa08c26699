import { LIMITS } from '@portfolio/contracts';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { ImageFault } from './image-fault.ts';

// Photos are rendered side by side by several jobs, so one photo need not use several threads; and no picture is
// opened twice, so a cache of operations would only hold memory.
sharp.concurrency(1);
sharp.cache(false);
// A picture comes from outside: of libvips' many loaders, only those for what may be uploaded are left.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});

/** Samples of 8 bits in sRGB, row by row: red, green, blue and, with four channels, opacity. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

export interface Size {
  /** Pixels. */
  width: number;
  height: number;
}

/**
 * Seconds in which a picture must have been read. The largest takes some five on a busy machine; one that is made to take
 * long would keep a worker from everything else.
 */
const PATIENCE = 120;

/** `warning` refuses a picture that is damaged in the middle, which `error` lets pass. */
const READING = { failOn: 'warning', limitInputPixels: LIMITS.imagePixels, sequentialRead: true } as const;

/**
 * Size of the picture as it is to be seen, upright.
 *
 * @throws ImageFault when this is no picture that can be rendered
 */
export async function measureImage(input: Buffer): Promise<Size & { metadata: Metadata }> {
  const metadata = await judged(() => sharp(input, { ...READING, limitInputPixels: false }).metadata());
  const { width, height } = metadata.autoOrient;
  if (width * height > LIMITS.imagePixels) {
    throw new ImageFault(`The picture has more than ${LIMITS.imagePixels / 1_000_000} megapixels.`);
  }
  return { width, height, metadata };
}

/**
 * Reads the picture at the given size: upright, its first frame where it has several, its colours converted to sRGB.
 *
 * @throws ImageFault when the picture is damaged
 */
export async function decodeImage(input: Buffer, metadata: Metadata, { width, height }: Size): Promise<Pixels> {
  const upright = sharp(input, { ...READING, autoOrient: true })
    .timeout({ seconds: PATIENCE })
    .resize({ width, height, fit: 'fill' });
  const isDeep = metadata.depth === 'ushort' && metadata.hasProfile;
  const shallow = isDeep ? sharp(await judged(() => toEightBits(upright, metadata))) : upright;
  const { data, info } = await judged(() => shallow.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }));
  return withoutIdleOpacity({ data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 });
}

/**
 * The picture with its profile, for a second reading. Left alone, sharp converts 16 bits with a profile to Display P3,
 * or not at all where they are grey, and then takes the result for sRGB: colours come out pale.
 */
function toEightBits(image: Sharp, { space }: Metadata): Promise<Buffer> {
  const samples = image.toColourspace(space === 'grey16' ? 'b-w' : 'srgb');
  return samples.keepIccProfile().png({ compressionLevel: 0 }).toBuffer();
}

/** Drops an opacity channel that hides nothing: every format is encoded faster and smaller without it. */
async function withoutIdleOpacity(pixels: Pixels): Promise<Pixels> {
  if (pixels.channels === 3) return pixels;
  const { data, width, height } = pixels;
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return pixels;
  const opaque = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  return { data: await opaque.raw().toBuffer(), width, height, channels: 3 };
}

/** Turns what sharp says of a picture into what the artist is told. */
async function judged<T>(reading: () => Promise<T>): Promise<T> {
  try {
    return await reading();
  } catch (error) {
    // A machine short of memory says nothing about the picture.
    if (/out of memory|cannot allocate/i.test(String(error))) throw error;
    const unknownFormat = /unsupported image format|is empty/.test(String(error));
    throw new ImageFault(
      unknownFormat
        ? 'The file is not a JPEG, PNG, GIF or WebP picture.'
        : 'The file is damaged: the picture could not be read to its end.',
      { cause: error },
    );
  }
}
