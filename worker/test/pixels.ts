import type { Colour } from '@portfolio/testing';
import sharp from 'sharp';

/** Unblocks the loaders that only tests need. */
export const readAvif = (isAllowed: boolean) =>
  sharp[isAllowed ? 'unblock' : 'block']({ operation: ['VipsForeignLoadHeifBuffer'] });

/** Mean colour around a point, given as shares of width and height; with alpha where present. */
export async function colourAt(file: Buffer, [across, down]: readonly [number, number]): Promise<number[]> {
  // Raw samples: without a profile they are sRGB.
  const { data, info } = await sharp(file, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
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

/** The largest difference of a channel, in steps of 8 bits. */
export const difference = (found: readonly number[], wanted: Colour | readonly number[]) =>
  Math.max(...wanted.map((value, i) => Math.abs(value - (found[i] ?? Infinity))));
