import { Random } from './random.ts';
import type { Picture } from './raster.ts';

/** A field of stars between two rows of the picture. */
export interface StarField {
  seed: number;
  count: number;
  from: number;
  until: number;
  /** Light at the middle of the brightest star. */
  brightest: number;
  /** Share of that light which the faintest have; more of it makes a denser field. */
  faintest?: number;
  /** Chance, 0 to 1, that a star at this place is kept: lets the Milky Way gather them. */
  density?: (x: number, y: number) => number;
}

/**
 * Adds stars with the sky's own count law: each magnitude fainter brings about 2.5 to 3 times as many, so that light
 * falls off as a power of rank. Colours run from blue-white to orange, most of them pale.
 */
export function scatterStars(
  picture: Picture,
  { seed, count, from, until, brightest, faintest = 0.012, density }: StarField,
): void {
  const random = new Random(seed);
  const { width, height } = picture;
  const unit = width / 2400;
  for (let star = 0; star < count; star++) {
    const x = random.next() * width;
    const y = from + random.next() * (until - from);
    const light = brightest * Math.min(1, faintest / (random.next() + 0.004) ** 0.95);
    const warmth = random.normal() * 0.14;
    if (density && random.next() > density(x, y)) continue;
    // Bright stars spread over more film, as they do through a real lens.
    const radius = unit * (0.62 + 0.75 * Math.sqrt(Math.min(1.4, light)));
    const reach = Math.ceil(radius * 3);
    for (let row = Math.floor(y) - reach; row <= y + reach; row++) {
      for (let column = Math.floor(x) - reach; column <= x + reach; column++) {
        if (row < 0 || column < 0 || row >= height || column >= width) continue;
        const distance = (column - x) * (column - x) + (row - y) * (row - y);
        const glow = light * Math.exp(-distance / (1.1 * radius * radius));
        if (glow > 0.0005) picture.add(column, row, glow * (1 + warmth), glow, glow * (1 - warmth * 1.3));
      }
    }
  }
}
