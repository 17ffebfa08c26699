/** Pixels of a placeholder along its long and its short side. */
const LONG = 6;
const SHORT = 4;

const cache = new Map<string, string>();
const CACHE_SIZE = 2_000;

/** Values of the first `count` cosine waves at the centre of pixel `index` of `size`. */
const waves = (index: number, size: number, count: number) =>
  Array.from({ length: count }, (_, wave) => Math.cos((Math.PI / size) * (index + 0.5) * wave));

/**
 * Decodes a ThumbHash into a bitmap of 24 pixels, as https://github.com/evanw/thumbhash does.
 * The format is BMP with its header of 26 bytes: it needs no compression.
 *
 * @param hash ThumbHash, base64
 * @returns a data URL of about 160 characters; undefined for an invalid hash, and for a picture with transparency
 */
export function placeholderImage(hash: string): string | undefined {
  const cached = cache.get(hash);
  if (cached) return cached;
  const bytes = bytesOf(hash);
  // Behind a transparent picture it would stay visible: bit 23 of the hash.
  if (!bytes || bytes.length < 6 || bytes[2]! & 128) return undefined;

  const image = `data:image/bmp;base64,${btoa(String.fromCharCode(...draw(bytes)))}`;
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(hash, image);
  return image;
}

function bytesOf(base64: string): number[] | undefined {
  try {
    return Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function draw(bytes: number[]): number[] {
  const at = (index: number) => bytes[index] ?? 0;
  const head = at(0) | (at(1) << 8) | (at(2) << 16);
  const tail = at(3) | (at(4) << 8);
  const isLandscape = tail >> 15 !== 0;
  const lx = Math.max(3, isLandscape ? 7 : tail & 7);
  const ly = Math.max(3, isLandscape ? tail & 7 : 7);

  let nibble = 10;
  /** Reads a channel. @returns its value at a pixel, where the cosine waves have the values `across` and `down` */
  const channel = (dc: number, nx: number, ny: number, scale: number) => {
    const terms: { cx: number; cy: number; ac: number }[] = [];
    for (let cy = 0; cy < ny; cy += 1) {
      for (let cx = cy ? 0 : 1; cx * ny < nx * (ny - cy); cx += 1) {
        terms.push({ cx, cy, ac: (((at(nibble >> 1) >> ((nibble & 1) * 4)) & 15) / 7.5 - 1) * scale * 2 });
        nibble += 1;
      }
    }
    return (across: number[], down: number[]) =>
      terms.reduce((sum, { cx, cy, ac }) => sum + ac * (across[cx] ?? 0) * (down[cy] ?? 0), dc);
  };
  const light = channel((head & 63) / 63, lx, ly, ((head >> 18) & 31) / 31);
  // ThumbHash's own factor against rounding losses.
  const yellowBlue = channel(((head >> 6) & 63) / 31.5 - 1, 3, 3, (((tail >> 3) & 63) / 63) * 1.25);
  const redGreen = channel(((head >> 12) & 63) / 31.5 - 1, 3, 3, (((tail >> 9) & 63) / 63) * 1.25);

  const [width, height] = isLandscape ? [LONG, SHORT] : [SHORT, LONG];
  const columns = Array.from({ length: width }, (_, x) => waves(x, width, 7));
  const pixels: number[] = [];
  // BMP stores rows bottom-up, each padded to a multiple of four bytes.
  for (let y = height - 1; y >= 0; y -= 1) {
    const down = waves(y, height, 7);
    for (const across of columns) {
      const l = light(across, down);
      const p = yellowBlue(across, down);
      const q = redGreen(across, down);
      const blue = l - (2 / 3) * p;
      const red = (3 * l - blue + q) / 2;
      pixels.push(...[blue, red - q, red].map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255)));
    }
    while (pixels.length % 4) pixels.push(0);
  }
  const header = 26;
  return [0x42, 0x4d, ...uint32(header + pixels.length), 0, 0, 0, 0, ...uint32(header), 12, 0, 0, 0]
    .concat([width, 0, height, 0, 1, 0, 24, 0])
    .concat(pixels);
}

/** Little-endian bytes. */
const uint32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255];
