import sharp from 'sharp';

/** File for a form. */
export const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

/** A small JPEG of one colour. */
export function plainPicture(background = '#3a5a78', { width = 720, height = 480 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A JPEG of noise, the hardest background for text. */
export function noisyPicture({ width = 1200, height = 750 } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 90 };
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .blur(4)
    .normalise()
    .jpeg()
    .toBuffer();
}
