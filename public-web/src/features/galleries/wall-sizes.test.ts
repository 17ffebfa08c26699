import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { sizeIn } from '../../../test/sizes.ts';
import { END, wallSizes, widthIn } from './wall-sizes.ts';

/** What a browser makes of it in a window, in CSS pixels. */
const read = (window: number, sizes: string) => sizeIn({ width: window, height: 900 }, sizes);

describe('wallSizes', () => {
  it('gives a tile that stands alone in its row the whole width', () => {
    const sizes = wallSizes([1.5, 0.67, 1.5, 1.5], 1);

    expect(read(390, sizes)).toBeCloseTo(390 - 42.4, -1);
  });

  it('shares a row by the shapes of its pictures', () => {
    const ratios = [1.5, 0.75, 1.5, 1.5];
    const [wide, upright] = [0, 1].map((index) => read(820, wallSizes(ratios, index))) as [number, number];

    expect(wide / upright).toBeCloseTo(2, 1);
    // Of 820 pixels the margins take 75 and the gap 15.
    expect(wide + upright).toBeCloseTo(730, -1);
  });

  it('leaves to the end of the wall what a last row does not need', () => {
    const sizes = wallSizes([1, 1], 0);

    expect(read(800, sizes)).toBeGreaterThan(0.44 * 800);
    expect(read(1600, sizes)).toBeLessThan(0.3 * 1600);
  });

  it.each([600, 660, 720, 820, 1440, 2560])(
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
          const heights = ratios.map((ratio, index) => read(window, wallSizes(ratios, index)) / ratio);
          const others = heights.slice(0, -1);
          expect(heights.at(-1)).toBeLessThanOrEqual(1.15 * Math.max(...others));
          expect(heights.at(-1)).toBeGreaterThanOrEqual(0.7 * Math.min(...others));
        }
      }
    },
  );

  it.each([360, 390, 430])('leaves a photo alone in the last row at the height of a pair, %i px wide', (window) => {
    const heightsOf = (ratios: number[]) => ratios.map((ratio, index) => widthIn(window, ratios, index) / ratio);
    const [pair, , , last] = heightsOf([0.67, 0.67, 1.5, 0.67]) as [number, number, number, number];
    const landscapes = heightsOf([1.5, 1.5, 1.5]);

    expect(last).toBeLessThanOrEqual(1.15 * pair);
    expect(last).toBeGreaterThanOrEqual(0.7 * pair);
    // Where each has a row of its own, the last one has too.
    expect(landscapes[2]).toBe(landscapes[0]);
  });

  it('is the width of the whole picture in every window, with a scrollbar and without', () => {
    const ratios = [1.5, 6, 0.67, 1.5, 1, 2.4, 0.2, 0.75];
    const wrong = [];
    for (let index = 0; index < 4; index += 1) {
      const sizes = wallSizes(ratios, index);
      for (let window = 320; window <= 2_560; window += 1) {
        for (const scrollbar of window < 1_024 ? [0] : [0, 15]) {
          const [shown, size] = [widthIn(window, ratios, index, scrollbar), read(window, sizes)];
          if (size < shown * 0.98) wrong.push({ window, index, scrollbar, shown, size });
        }
      }
    }

    expect(wrong).toEqual([]);
  });

  it('has the measures of the styles', () => {
    const css = readFileSync(new URL('photo-wall.module.css', import.meta.url), 'utf8');

    expect(css).toContain(`flex: ${END.grow * 100} 1 calc(var(--row) * ${END.narrowBasis});`);
    expect(css).toContain(`flex-basis: calc(var(--row) * ${END.basis});`);
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
