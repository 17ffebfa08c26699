import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fullWidthAt, gapAt } from '@portfolio/ui/photo-layout/full-width';
import { FILLER, wallSizes, widthIn } from '@portfolio/ui/photo-layout/wall-sizes';
import { sizeIn } from './sizes.ts';

/** CSS pixels of a `sizes` attribute in a viewport. */
const pixelsAt = (viewport: number, sizes: string) => sizeIn({ width: viewport, height: 900 }, sizes);

describe('wallSizes', () => {
  it('is the full width for a tile alone in its row', () => {
    const sizes = wallSizes([1.5, 0.67, 1.5, 1.5], 1);

    // The viewport less its margins, 0.8rem + 7.6vw.
    expect(pixelsAt(390, sizes)).toBeCloseTo(390 - 42.4, -1);
  });

  it('divides a row by the ratios of its pictures', () => {
    const ratios = [1.5, 0.75, 1.5, 1.5];
    const [wide, upright] = [0, 1].map((index) => pixelsAt(820, wallSizes(ratios, index))) as [number, number];

    expect(wide / upright).toBeCloseTo(2, 1);
    // 820 pixels less margins of 75 and a gap of 15.
    expect(wide + upright).toBeCloseTo(730, -1);
  });

  it('leaves the rest of the last row to the filler where it fits', () => {
    const sizes = wallSizes([6, 1, 1], 1);

    expect(pixelsAt(600, sizes)).toBeGreaterThan(0.4 * 600);
    expect(pixelsAt(1600, sizes)).toBeLessThan(0.3 * 1600);
  });

  it.each([1440, 1920, 2560])('fills the only row, in a viewport of %i px', (viewport) => {
    const widths = [2.4, 1].map((_, index, ratios) => widthIn(viewport, ratios, index));

    expect(widths[0]! + widths[1]! + gapAt(viewport)).toBeCloseTo(fullWidthAt(viewport), 0);
  });

  it.each([1440, 1920, 2560])('fills a viewport of %i px with three upright photos', (viewport) => {
    const widths = [2 / 3, 2 / 3, 2 / 3].map((_, index, ratios) => widthIn(viewport, ratios, index));

    expect(widths.reduce((sum, width) => sum + width, 2 * gapAt(viewport))).toBeGreaterThan(
      0.97 * fullWidthAt(viewport),
    );
  });

  it.each([600, 660, 720, 820, 1440, 2560])(
    'gives the last row about the height of the others, in a viewport of %i px',
    (viewport) => {
      for (const lastRatio of [0.67, 1, 1.5]) {
        // Each added photo moves the start of the last row.
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
            lastRatio,
          ];
          const heights = ratios.map((ratio, index) => widthIn(viewport, ratios, index) / ratio);
          const last = heights.at(-1)!;
          // All photos of a row have the same height.
          const others = heights.filter((height) => Math.abs(height - last) > 0.01);
          expect(last).toBeLessThanOrEqual(1.15 * Math.max(...others));
          expect(last).toBeGreaterThanOrEqual(0.7 * Math.min(...others));
        }
      }
    },
  );

  it.each([360, 390, 430])(
    'gives a single last photo about the height of a pair, in a viewport of %i px',
    (viewport) => {
      const heightsOf = (ratios: number[]) => ratios.map((ratio, index) => widthIn(viewport, ratios, index) / ratio);
      const [pair, , , last] = heightsOf([0.67, 0.67, 1.5, 0.67]) as [number, number, number, number];
      const landscapes = heightsOf([1.5, 1.5, 1.5]);

      expect(last).toBeLessThanOrEqual(1.15 * pair);
      expect(last).toBeGreaterThanOrEqual(0.7 * pair);
      // With one photo a row, the last one fills its row too.
      expect(landscapes[2]).toBe(landscapes[0]);
    },
  );

  it("is no less than 98 % of the picture's width in any viewport, with a scrollbar and without", () => {
    const ratios = [1.5, 6, 0.67, 1.5, 1, 2.4, 0.2, 0.75];
    const wrong = [];
    for (let index = 0; index < 4; index += 1) {
      const sizes = wallSizes(ratios, index);
      for (let viewport = 320; viewport <= 2_560; viewport += 1) {
        for (const scrollbar of viewport < 1_024 ? [0] : [0, 15]) {
          const [shown, size] = [widthIn(viewport, ratios, index, scrollbar), pixelsAt(viewport, sizes)];
          if (size < shown * 0.98) wrong.push({ viewport, index, scrollbar, shown, size });
        }
      }
    }

    expect(wrong).toEqual([]);
  });

  it("has the filler's lengths of the stylesheet", () => {
    const css = readFileSync(
      new URL('../../libs/ui/src/photo-layout/photo-layout.module.css', import.meta.url),
      'utf8',
    );

    expect(css).toContain(`flex: ${FILLER.grow * 100} 1 calc(var(--row) * ${FILLER.narrowBasis});`);
    expect(css).toContain(`flex-basis: calc(var(--row) * ${FILLER.basis});`);
  });

  it('is short', () => {
    expect(
      wallSizes(
        Array.from({ length: 60 }, (_, index) => 0.7 + (index % 5) / 4),
        2,
      ).length,
    ).toBeLessThan(500);
  });
});
