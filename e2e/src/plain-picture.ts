import sharp from 'sharp';

/** A small JPEG of one colour. */
export function plainPicture(background = '#3a5a78', { width = 1200, height = 800 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
