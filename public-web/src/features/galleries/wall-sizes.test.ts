import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { END, wallSizes } from './wall-sizes.ts';

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

  it.each([820, 1440, 2560])(
    'keeps what the last row is left with at the height of the others, %i px wide',
    (window) => {
      for (const last of [0.67, 1, 1.5]) {
        // With each photo before it the last row breaks elsewhere.
        for (let added = 0; added < 8; added += 1) {
          const ratios = [
            ...Array<number>(added).fill(0.67),
            1.5,
            0.67,
            1.5,
            1,
            1.5,
            0.67,
            1.5,
            1,
            1.5,
            0.67,
            1.5,
            1,
            last,
          ];
          const heights = ratios.map((ratio, index) => widthIn(window, wallSizes(ratios, index)) / ratio);
          const others = heights.slice(0, -1);
          expect(heights.at(-1)).toBeLessThanOrEqual(1.15 * Math.max(...others));
          expect(heights.at(-1)).toBeGreaterThanOrEqual(0.7 * Math.min(...others));
        }
      }
    },
  );

  it('has the measures of the styles', () => {
    const css = readFileSync(new URL('photo-wall.module.css', import.meta.url), 'utf8');

    expect(css).toContain(`flex: ${END.grow * 100} 1 calc(var(--row) * ${END.basis});`);
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
