import sharp, { type Sharp } from 'sharp';

export interface Size {
  /** Pixels. */
  width: number;
  height: number;
}

/** The size times the factor, at least one pixel each. */
export const scaledSize = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
});

export interface Region extends Size {
  left: number;
  top: number;
}

/** Samples of 8 bits: red, green, blue and, with four channels, opacity. */
export interface Pixels extends Size {
  /** Raw samples in sRGB, row by row. For a wide gamut an uncompressed PNG with the profile of Display P3. */
  data: Buffer;
  channels: 3 | 4;
  isWideGamut: boolean;
}

/** Pipeline in sRGB: sharp converts from an embedded profile. */
export const openAsSrgb = ({ data, width, height, channels, isWideGamut }: Pixels): Sharp =>
  isWideGamut ? sharp(data) : sharp(data, { raw: { width, height, channels } });

/** Pipeline in the colours of the pixels. */
export const toSharp = (pixels: Pixels): Sharp => openAsSrgb(pixels).keepIccProfile();

/** Runs a pipeline. sharp takes raw samples for sRGB, so those of Display P3 keep their profile in a PNG. */
export async function toPixels(image: Sharp, isWideGamut: boolean): Promise<Pixels> {
  const output = isWideGamut ? image.png({ compressionLevel: 0 }) : image.raw();
  const { data, info } = await output.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3, isWideGamut };
}

export async function scale(pixels: Pixels, size: Size): Promise<Pixels> {
  if (pixels.width === size.width && pixels.height === size.height) return pixels;
  return toPixels(toSharp(pixels).resize({ ...size, fit: 'fill' }), pixels.isWideGamut);
}

/** Scales a region of the pixels. */
export const crop = (pixels: Pixels, region: Region, { width, height }: Size): Promise<Pixels> =>
  toPixels(toSharp(pixels).extract(region).resize({ width, height, fit: 'fill' }), pixels.isWideGamut);

/** Drops a fully opaque alpha channel: every format encodes faster and smaller without it. */
export async function withoutUnusedAlpha(pixels: Pixels): Promise<Pixels> {
  if (pixels.channels === 3 || !(await isOpaque(pixels))) return pixels;
  return toPixels(toSharp(pixels).removeAlpha(), pixels.isWideGamut);
}

async function isOpaque(pixels: Pixels): Promise<boolean> {
  if (pixels.isWideGamut) return (await toSharp(pixels).stats()).isOpaque;
  for (let i = 3; i < pixels.data.length; i += 4) if (pixels.data[i] !== 255) return false;
  return true;
}
