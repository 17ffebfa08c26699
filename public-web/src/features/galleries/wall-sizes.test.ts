import { describe, expect, it } from '@jest/globals';
import { wallSizes } from './wall-sizes.ts';

/** What a browser makes of it in a window, in CSS pixels. */
function widthIn(window: number, sizes: string): number {
  const piece = sizes.split(', ').find((part) => window <= Number(/max-width: (\d+)px/.exec(part)?.[1] ?? Infinity));
  const [, share, rest] = /calc\((-?[\d.]+)vw \+ (-?\d+)px\)/.exec(piece ?? '') ?? [];
  return (Number(share) * window) / 100 + Number(rest);
}

describe('wallSizes', () => {
  it('gives a tile that stands alone in its row the whole width', () => {
    const sizes = wallSizes([1.5, 0.67, 1.5, 1.5], 1);

    expect(widthIn(390, sizes)).toBeCloseTo(390 - 42.4, 0);
  });

  it('shares a row by the shapes of its pictures', () => {
    const ratios = [1.5, 0.75, 1.5, 1.5];
    const [wide, upright] = [0, 1].map((index) => widthIn(820, wallSizes(ratios, index))) as [number, number];

    expect(wide / upright).toBeCloseTo(2, 1);
    // Of 820 pixels the margins take 75 and the gap 15.
    expect(wide + upright).toBeCloseTo(730, -1);
  });

  it('leaves to the end of the wall what a last row does not need', () => {
    const sizes = wallSizes([1, 1], 0);

    expect(widthIn(800, sizes)).toBeGreaterThan(0.44 * 800);
    expect(widthIn(1600, sizes)).toBeLessThan(0.3 * 1600);
  });

  it('says little', () => {
    expect(
      wallSizes(
        Array.from({ length: 60 }, (_, index) => 0.7 + (index % 5) / 4),
        2,
      ).length,
    ).toBeLessThan(500);
  });
});
