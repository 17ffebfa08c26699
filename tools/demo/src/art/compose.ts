import type { View } from './camera.ts';
import type { Picture } from './raster.ts';

/**
 * Softens the stairs of a silhouette: where a nearer edge only partly covers its pixel, the pixel above shows through.
 * Call it once the land and the sky are painted.
 */
export function featherEdges(picture: Picture, { depth, cover }: View): void {
  const { width, height, data } = picture;
  for (let y = height - 1; y > 0; y--) {
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      const share = cover.data[index]!;
      const near = depth.data[index]!;
      if (near === 0 || share >= 1) continue;
      const beyond = depth.data[index - width]!;
      if (beyond !== 0 && beyond < near * 1.02) continue;
      for (let channel = 0; channel < 3; channel++) {
        const at = index * 3 + channel;
        data[at] = data[at]! * share + data[at - width * 3]! * (1 - share);
      }
    }
  }
}

/**
 * The slight softness of a real lens: each pixel takes a share of its four neighbours. A share of 0.1 is a sharp lens,
 * 0.2 a soft one.
 */
export function lensSoftness(picture: Picture, share: number): void {
  const { width, height, data } = picture;
  const kept = 1 - 2 * share;
  const row = width * 3;
  for (let y = 0; y < height; y++) {
    const start = y * row;
    for (let channel = 0; channel < 3; channel++) {
      let before = data[start + channel]!;
      for (let at = start + channel; at < start + row - 3; at += 3) {
        const own = data[at]!;
        data[at] = own * kept + (before + data[at + 3]!) * share;
        before = own;
      }
    }
  }
  const above = data.slice(0, row);
  for (let at = 0; at < data.length - row; at++) {
    const column = at % row;
    const own = data[at]!;
    data[at] = own * kept + (above[column]! + data[at + row]!) * share;
    above[column] = own;
  }
}
