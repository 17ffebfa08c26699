import sharp from 'sharp';

/** A small JPEG of one colour. */
export function plainPicture(background = '#3a5a78', { width = 1200, height = 800 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A JPEG in which every brightness is beside every other: the hardest ground for letters. */
export function noisyPicture({ width = 1600, height = 1000 } = {}): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 90 };
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .blur(4)
    .normalise()
    .jpeg()
    .toBuffer();
}
