import type { Colour } from '@portfolio/testing';
import sharp from 'sharp';

/** Focal point of a picture without another. */
export const CENTRED = { focusX: 0.5, focusY: 0.5 };

/** Unblocks the loaders that only tests need. */
export const readAvif = (isAllowed: boolean) =>
  sharp[isAllowed ? 'unblock' : 'block']({ operation: ['VipsForeignLoadHeifBuffer'] });

/** Mean colour around a point, given as shares of width and height; in sRGB, with alpha where present. */
export async function colourAt(file: Buffer, [across, down]: readonly [number, number]): Promise<number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const reach = Math.min(4, Math.floor(Math.min(info.width, info.height) / 32));
  const sums = new Array<number>(info.channels).fill(0);
  const [centreX, centreY] = [Math.floor(across * (info.width - 1)), Math.floor(down * (info.height - 1))];
  for (let y = centreY - reach; y <= centreY + reach; y += 1) {
    for (let x = centreX - reach; x <= centreX + reach; x += 1) {
      for (let c = 0; c < info.channels; c += 1) sums[c]! += data[(y * info.width + x) * info.channels + c]!;
    }
  }
  return sums.map((sum) => sum / (2 * reach + 1) ** 2);
}

/** Mean colour of a file in Display P3, converted by its profile: sharp converts 16 bits so. */
export async function meanInP3(file: Buffer): Promise<number[]> {
  const deep = await sharp(file).keepIccProfile().toColourspace('rgb16').png().toBuffer();
  const { channels } = await sharp(await sharp(deep).toColourspace('srgb').png().toBuffer()).stats();
  return channels.map(({ mean }) => mean);
}

/** The largest difference of a channel, in steps of 8 bits. */
export const difference = (found: readonly number[], wanted: Colour | readonly number[]) =>
  Math.max(...wanted.map((value, i) => Math.abs(value - (found[i] ?? Infinity))));
