/** Red, green and blue from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Content of a generated picture; sizes are those of the upright picture. */
export interface PictureOptions {
  /** Pixels. */
  width?: number;
  height?: number;
  /** Instead of width and height; the ratio is 3:2. */
  megapixels?: number;
  /** One colour. By default a textured gradient with a different colour in each corner. */
  colour?: Colour;
}

/** A picture's pixels: three bytes each, row by row. */
export interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

/** Colours of the corner patches. A patch has an eighth of the width and of the height. */
export const CORNERS = {
  topLeft: [210, 50, 40],
  topRight: [50, 180, 70],
  bottomLeft: [60, 70, 200],
  bottomRight: [220, 200, 60],
} as const satisfies Record<string, Colour>;

/** Draws a picture; equal options give equal pixels. */
export function draw({ width = 1200, height = 800, megapixels, colour }: PictureOptions = {}): Picture {
  if (megapixels !== undefined) {
    height = Math.round(Math.sqrt((megapixels * 1e6 * 2) / 3));
    width = Math.round((megapixels * 1e6) / height);
  }
  const data = Buffer.alloc(width * height * 3);
  if (colour) {
    for (let i = 0; i < data.length; i += 3) data.set(colour, i);
    return { data, width, height };
  }
  drawTexture({ data, width, height });
  for (const [name, patch] of Object.entries(CORNERS)) drawPatch({ data, width, height }, name, patch);
  return { data, width, height };
}

function drawTexture({ data, width, height }: Picture): void {
  // Linear congruential generator (Numerical Recipes): noise as hard to encode as a photo.
  let noise = 1;
  for (let y = 0, i = 0; y < height; y += 1) {
    const blueGradient = (y / height) * 160;
    const wave = 30 * Math.sin(y / 37);
    for (let x = 0; x < width; x += 1, i += 3) {
      noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
      const grain = (noise >>> 28) - 8;
      const light = 40 + (x / width) * 120 + wave + grain;
      data[i] = light + 20;
      data[i + 1] = light;
      data[i + 2] = 30 + blueGradient + grain;
    }
  }
}

function drawPatch({ data, width, height }: Picture, name: string, colour: Colour): void {
  const patchWidth = Math.ceil(width / 8);
  const patchHeight = Math.ceil(height / 8);
  const left = name.endsWith('Right') ? width - patchWidth : 0;
  const top = name.startsWith('bottom') ? height - patchHeight : 0;
  for (let y = top; y < top + patchHeight; y += 1) {
    for (let x = left; x < left + patchWidth; x += 1) data.set(colour, (y * width + x) * 3);
  }
}

/** EXIF's orientation: which side of the picture the first row and the first column of the file show. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Rotates or mirrors an upright picture to the pixels that a file with this orientation stores (EXIF 2.32, tag 0x0112). */
export function asStored({ data, width, height }: Picture, orientation: Orientation): Picture {
  const swaps = orientation > 4;
  const stored = {
    data: Buffer.alloc(data.length),
    width: swaps ? height : width,
    height: swaps ? width : height,
  };
  const fromRight = [2, 3, 6, 7].includes(orientation);
  const fromBottom = [3, 4, 7, 8].includes(orientation);
  for (let y = 0, i = 0; y < stored.height; y += 1) {
    for (let x = 0; x < stored.width; x += 1, i += 3) {
      const [across, down] = swaps ? [y, x] : [x, y];
      const from = ((fromBottom ? height - 1 - down : down) * width + (fromRight ? width - 1 - across : across)) * 3;
      stored.data[i] = data[from]!;
      stored.data[i + 1] = data[from + 1]!;
      stored.data[i + 2] = data[from + 2]!;
    }
  }
  return stored;
}
