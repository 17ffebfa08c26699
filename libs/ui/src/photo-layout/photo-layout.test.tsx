import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { GALLERY_LAYOUTS } from '@portfolio/contracts';
import { render, screen, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { arrange } from './arrange.ts';
import {
  BANDS,
  columnsFor,
  evenColumns,
  fillableColumns,
  placePhotos,
  spanOf,
  typicalRatio,
  type Place,
} from './columns.ts';
import { fullWidthAt, gapAt, GAP } from './full-width.ts';
import { GALLERY_PAGE_SIZE } from './page-size.ts';
import { PhotoLayout } from './photo-layout.tsx';

const UPRIGHT = [0.6667];
const PANORAMIC = [3, 6, 2.4, 4];
const MIXED = [1.5, 0.6667, 1.5, 1.3333, 0.6667, 1.5, 3, 1, 0.6667, 0.8, 1.5, 6, 0.2];
const galleryOf = (ratios: number[], count: number) =>
  Array.from({ length: count }, (_, index) => ratios[index % ratios.length]!);
const GALLERIES = [UPRIGHT, PANORAMIC, MIXED].flatMap((ratios) =>
  [1, 2, 3, 12, 60, 500].map((count) => galleryOf(ratios, count)),
);
/** Pixels of a caption with the gap below it, at these viewports. */
const captionAt = (viewport: number) => 40 + 16 + 1.5 * gapAt(viewport);
const bandAt = (viewport: number) => BANDS.findLastIndex((rem) => viewport >= rem * 16);

/** Rectangles of photos in a masonry, in pixels. */
function boxesOf(ratios: number[], viewport: number, columns: number) {
  const gap = gapAt(viewport);
  const column = (fullWidthAt(viewport) - (columns - 1) * gap) / columns;
  return placePhotos(ratios, typicalRatio(ratios), bandAt(viewport), columns).map(
    ({ span, top, ...place }: Place, index) => {
      const width = span * column + (span - 1) * gap;
      const shape = Math.min(Math.max(ratios[index]!, 0.4), viewport < 640 ? 3 : 8);
      const y = top.columns * column + top.captions * captionAt(viewport) + top.gaps * gap;
      return { column: place.column, span, y, end: y + width / shape + captionAt(viewport) };
    },
  );
}

describe('a masonry', () => {
  it.each([320, 390, 639, 640, 820, 1024, 1440, 1792, 2304, 2560, 3840])(
    'overlaps no photos, %i px wide',
    (viewport) => {
      for (const ratios of GALLERIES) {
        const columns = columnsFor('masonry', typicalRatio(ratios), ratios.length)[bandAt(viewport)]!;
        const ends = Array<number>(columns).fill(0);
        for (const { column, span, y, end } of boxesOf(ratios, viewport, columns)) {
          expect(y).toBeGreaterThanOrEqual(Math.max(...ends.slice(column, column + span)) - 0.5);
          ends.fill(end, column, column + span);
        }
      }
    },
  );

  it('fills columns in reading order, the shortest one first', () => {
    const places = placePhotos([1.5, 0.6667, 1.5, 1.5, 1.5], 1.5, 2, 3);

    expect(places.map(({ column }) => column)).toEqual([0, 1, 2, 0, 2]);
    expect(places[3]!.top).toEqual({ columns: 1 / 1.5, captions: 1, gaps: 0 });
  });

  it('moves no photo when further ones follow', () => {
    const all = galleryOf(MIXED, 120);

    expect(placePhotos(all, 1.5, 3, 4).slice(0, 60)).toEqual(placePhotos(all.slice(0, 60), 1.5, 3, 4));
  });

  it('leaves columns about equally long', () => {
    for (const viewport of [820, 1440, 2560]) {
      const columns = columnsFor('masonry', 1.5, Infinity)[bandAt(viewport)]!;
      const ends = Array<number>(columns).fill(0);
      for (const { column, span, end } of boxesOf(galleryOf(MIXED, 60), viewport, columns)) {
        ends.fill(end, column, column + span);
      }
      expect(Math.min(...ends)).toBeGreaterThan(0.85 * Math.max(...ends));
    }
  });

  it('has more columns of upright photos than of panoramas, and none empty', () => {
    expect(columnsFor('masonry', 0.6667, Infinity)).toEqual([2, 3, 4, 5, 6]);
    expect(columnsFor('masonry', 1.5, Infinity)).toEqual([1, 2, 3, 4, 5]);
    expect(columnsFor('masonry', 3, Infinity)).toEqual([1, 1, 1, 2, 3]);
    expect(columnsFor('masonry', 6, Infinity)).toEqual([1, 1, 1, 1, 2]);
    expect(columnsFor('masonry', 0.6667, 2)).toEqual([2, 2, 2, 2, 2]);
    expect(
      [
        [1.5, 0.7],
        [1.5, 1.5, 3],
        [3, 6, 3],
      ].map((ratios) => fillableColumns(ratios, typicalRatio(ratios))),
    ).toEqual([2, 4, 1]);
    expect([spanOf(1.5, 1.5, 3), spanOf(3, 1.5, 3), spanOf(6, 1.5, 3), spanOf(6, 6, 3)]).toEqual([1, 2, 3, 1]);
  });
});

describe('a masonry of few photos', () => {
  const columnsOf = (ratios: number[]) => {
    const typical = typicalRatio(ratios);
    return columnsFor('masonry', typical, fillableColumns(ratios, typical)).map((count, band) =>
      evenColumns(ratios, typical, band, count),
    );
  };

  it('has one column less where that leaves less void', () => {
    expect(columnsOf(Array<number>(4).fill(1.5))).toEqual([1, 2, 2, 4, 4]);
    expect(columnsOf([2.4, 1, 0.8])).toEqual([1, 2, 2, 4, 4]);
    expect(columnsOf(Array<number>(5).fill(1.5))).toEqual([1, 2, 3, 3, 5]);
    expect(columnsOf([0.6667, 0.6667, 0.6667])).toEqual([2, 3, 3, 3, 3]);
    expect(columnsOf([1.6, 1])).toEqual([1, 1, 2, 2, 2]);
  });

  it('has a panorama beside or above another photo', () => {
    expect(columnsOf([2.4, 1])).toEqual([1, 1, 3, 3, 3]);
    expect(columnsOf([2.4, 2.4, 1])).toEqual([1, 1, 3, 3, 5]);
  });

  it('is as wide as the page unless all are in one row', () => {
    const isLimited = (ratios: number[]) =>
      '--few' in arrange('masonry', { ratios, start: 0, typical: typicalRatio(ratios), isComplete: true }).style;

    expect([[0.7, 0.7], [2.4, 1, 0.8], Array<number>(4).fill(1.5)].map(isLimited)).toEqual([true, false, false]);
  });
});

describe('a section of a gallery of panoramas', () => {
  it.each([[[3, 3, 0.6667]], [[3, 0.6667]], [[2.4, 1, 3]]])('is as wide as the page: %p', (ratios) => {
    const [section, gallery] = [3, typicalRatio(ratios)].map((typical) =>
      arrange('masonry', { ratios, start: 0, typical, isComplete: true }),
    );

    expect(section!.style).not.toHaveProperty('--few');
    expect(section).toEqual(gallery);
  });
});

it('a wall reads the ratio of each photo a limited number of times', () => {
  let reads = 0;
  const read = (all: number[], key: string | symbol) => {
    reads += 1;
    return Reflect.get(all, key) as unknown;
  };

  arrange('wall', {
    ratios: new Proxy(galleryOf(MIXED, 2_000), { get: read }),
    start: 0,
    typical: 1.5,
    isComplete: true,
  });

  expect(reads).toBeLessThan(200 * 2_000);
});

describe('pairs', () => {
  const alone = (ratios: number[], start = 0) =>
    arrange('pairs', { ratios, start, typical: 1.5, isComplete: true }).tiles.map(({ style }) => !('--both' in style));

  it('have a panorama and a last odd photo in rows of their own', () => {
    expect(alone([1.5, 0.6667, 1.5, 3, 1, 1, 1])).toEqual([false, false, true, true, false, false, true]);
  });

  it('do not cross parts of the gallery', () => {
    expect(alone(Array<number>(4).fill(1.5), GALLERY_PAGE_SIZE - 1)).toEqual([true, false, false, true]);
  });
});

describe('PhotoLayout', () => {
  it.each(GALLERY_LAYOUTS)('%s shows the photos in document order', (layout) => {
    const photos = MIXED.map((ratio, id) => ({ id, width: ratio * 1000, height: 1000 }));

    render(
      <PhotoLayout layout={layout} photos={photos} isComplete>
        {({ id }) => `Photo ${id}`}
      </PhotoLayout>,
    );

    const items = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(photos.map(({ id }) => `Photo ${id}`));
  });

  it('shows texts before their photos, and reads each about once', () => {
    let reads = 0;
    const textsOf = (start: number) =>
      Array.from({ length: 50 }, (_, index) => ({
        get before() {
          reads += 1;
          return start + index;
        },
        text: `Text ${start + index}`,
      }));
    const photos = Array.from({ length: 100 }, (_, id) => ({ id, width: 3, height: 2 }));

    render(
      <PhotoLayout layout="grid" photos={photos} interludes={[...textsOf(25), ...textsOf(25)]} isComplete>
        {({ id }) => `Photo ${id}`}
      </PhotoLayout>,
    );

    expect(screen.getAllByRole('list')).toHaveLength(51);
    expect(document.body.textContent).toContain('Photo 29Text 30Text 30Photo 30');
    expect(reads).toBeLessThanOrEqual(200);
  });

  it('uses the lengths of the styles', () => {
    const css = readFileSync(new URL('photo-layout.module.css', import.meta.url), 'utf8');

    expect(css).toContain(`--gap: ${GAP};`);
    for (const rem of BANDS.slice(1)) expect(css).toContain(`@media (min-width: ${rem}rem)`);
    expect(css).toContain('--fit: max(20rem, 86svh);');
    expect(css).toContain('--few-fit: max(34rem, 80svh);');
  });
});
