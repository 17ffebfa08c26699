import { describe, expect, it } from '@jest/globals';
import { backgroundSizes } from '../src/app/layout/background.tsx';
import type { GalleryLayout } from '@portfolio/contracts';
import { arrange } from '@portfolio/ui/photo-layout/arrange';
import { BANDS, columnsFor, fillableColumns, spanOf, typicalRatio } from '@portfolio/ui/photo-layout/columns';
import { approximateSizes, wallSizes, widthIn } from '@portfolio/ui/photo-layout/wall-sizes';
import { coverSizes } from '../src/features/galleries/gallery-card.tsx';
import { portraitSizes } from '../src/features/about/about-page.tsx';
import { stageSizes } from '../src/features/photos/photo-stage.tsx';
import { aPhoto } from './fixtures.ts';
import { sizeIn, type Viewport } from './sizes.ts';

const VIEWPORTS: Viewport[] = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];
const SHAPES = {
  upright: { width: 1600, height: 2400 },
  square: { width: 2400, height: 2400 },
  wide: { width: 2560, height: 1440 },
  panorama: { width: 3000, height: 500 },
};
const CASES = Object.entries(SHAPES).flatMap(([shape, picture]) =>
  VIEWPORTS.flatMap((viewport) => [1, 2, 3].map((density) => ({ shape, picture, viewport, density }))),
);

const clamp = (min: number, value: number, max: number) => Math.min(Math.max(value, min), max);
/** Width of the page without its margins, as in tokens.css. */
const fullIn = ({ width }: Viewport) => width - 2 * clamp(20, 6.4 + 0.038 * width, 80);
const columnIn = (viewport: Viewport) =>
  viewport.width < 768 ? fullIn(viewport) : (fullIn(viewport) - clamp(32, 16 + 0.03 * viewport.width, 80)) / 2;

interface Kind {
  sizes: (picture: { width: number; height: number }) => string;
  /** CSS pixels of the whole picture's width, by the stylesheets. */
  shown: (ratio: number, viewport: Viewport) => number;
}
const KINDS: Record<string, Kind> = {
  card: {
    sizes: ({ width, height }) => coverSizes(width / height, 'column'),
    shown: (ratio, viewport) => columnIn(viewport) * Math.max(1, ratio / 1.5),
  },
  'cover over the whole width': {
    sizes: ({ width, height }) => coverSizes(width / height, 'wide'),
    shown: (ratio, viewport) =>
      fullIn(viewport) * Math.max(1, ratio / (viewport.width < 960 ? 1.5 : clamp(16 / 9, ratio, 21 / 9))),
  },
  'cover beside its text': {
    sizes: ({ width, height }) => coverSizes(width / height, 'beside-text'),
    shown: (ratio, viewport) =>
      viewport.width < 960
        ? fullIn(viewport) * Math.max(1, ratio / 1.5)
        : Math.min(0.6 * fullIn(viewport), ratio * 0.9 * viewport.height),
  },
  'tile alone': {
    sizes: ({ width, height }) => {
      const ratios = [width / height];
      return arrange('wall', { ratios, start: 0, typical: ratios[0]!, isComplete: true }).tiles[0]!.sizes;
    },
    shown: (ratio, viewport) => {
      const frameRatio = clamp(0.4, ratio, viewport.width < 640 ? 3 : 8);
      const tile = Math.min(fullIn(viewport), frameRatio * Math.max(544, 0.8 * viewport.height));
      return tile * Math.max(1, ratio / frameRatio);
    },
  },
  'photo on its page': {
    sizes: (picture) => stageSizes(aPhoto(picture)),
    shown: (ratio, viewport) =>
      Math.min(viewport.width < 768 ? viewport.width : fullIn(viewport), ratio * (viewport.height - 152)),
  },
  'background of the page': {
    sizes: (picture) => backgroundSizes(picture, 'page'),
    shown: (ratio, { width, height }) => Math.max(width, ratio * height),
  },
  'background of the hero': {
    sizes: (picture) => backgroundSizes(picture, 'hero'),
    shown: (ratio, { width, height }) => Math.max(width, ratio * clamp(544, height - 64, Math.max(960, 0.45 * width))),
  },
  'cover in the whole window': {
    sizes: (picture) => backgroundSizes(picture, 'window'),
    shown: (ratio, { width, height }) => Math.max(width, ratio * Math.max(384, height)),
  },
  'portrait of the artist': {
    sizes: ({ width, height }) => portraitSizes(width / height),
    shown: (ratio, viewport) => {
      const gap = clamp(32, 16 + 0.03 * viewport.width, 80);
      const column = viewport.width < 960 ? fullIn(viewport) : (fullIn(viewport) - 2 * gap) / 3;
      return Math.min(column, ratio * 0.8 * viewport.height);
    },
  },
};

it('shows a photo on its page in 10rem of height at least, as at 400 % zoom', () => {
  const low: Viewport = { width: 320, height: 160 };

  expect(sizeIn(low, stageSizes(aPhoto({ width: 3000, height: 2000 })))).toBe(240);
});

/** Widths of a picture's renditions, by the worker's long edges. */
const widthsOf = ({ width, height }: { width: number; height: number }) =>
  [320, 640, 1080, 1600, 2400].map((edge) => Math.round((edge * width) / Math.max(width, height)));

/** The narrowest sufficient widths, else the widest. Upscaling by 2 % is invisible, so two may be right. */
const sufficient = (widths: number[], needed: number) =>
  [needed / 1.02, needed].map((min) => widths.find((one) => one >= min) ?? widths.at(-1));

describe.each([
  ['the first photos of a gallery', wallSizes, 0],
  // `approximateSizes` is computed at 390 px; in narrower viewports it may choose the next rendition.
  ['lazy photos of a gallery, from 390 px', (ratios: number[], index: number) => approximateSizes(ratios)[index]!, 390],
] as const)('%s', (_name, sizes, minWidth) => {
  const pictures = Object.values(SHAPES);
  const ratios = pictures.map(({ width, height }) => width / height);
  const cases = CASES.filter(({ viewport }) => viewport.width >= minWidth);

  it.each(cases)('match the screen’s resolution: $shape, $viewport.width px, $density to 1', (one) => {
    const { picture, viewport, density } = one;
    const index = pictures.indexOf(picture);
    const widths = widthsOf(picture);
    const chosen = widths.find((width) => width >= sizeIn(viewport, sizes(ratios, index)) * density) ?? widths.at(-1);

    expect(sufficient(widths, widthIn(viewport.width, ratios, index) * density)).toContain(chosen);
  });
});

const gapIn = ({ width }: Viewport) => clamp(12, 8 + 0.008 * width, 24);
const fitIn = ({ height }: Viewport) => Math.max(320, 0.86 * height);
const bandIn = ({ width }: Viewport) => BANDS.findLastIndex((rem) => width >= rem * 16);

/** CSS pixels of the whole picture's width in a layout, by photo-layout.module.css. */
type Shown = (ratios: number[], index: number, viewport: Viewport) => number;
const inColumns =
  (layout: 'masonry' | 'grid'): Shown =>
  (ratios, index, viewport) => {
    const [ratio, typical] = [ratios[index]!, typicalRatio(ratios)];
    const max = layout === 'grid' ? ratios.length : fillableColumns(ratios, typical);
    const columns = columnsFor(layout, typical, max);
    const count = columns[bandIn(viewport)]!;
    const span = layout === 'grid' ? 1 : spanOf(ratio, typical, count);
    const tall = typical < 0.9 ? 1.25 : 1;
    const highest = Math.max(layout === 'grid' ? 1 / tall : 0.4, Math.min(...ratios));
    const full = columns.at(-1) === max ? highest * Math.max(544, 0.8 * viewport.height) : Infinity;
    const column = Math.min((fullIn(viewport) - (count - 1) * gapIn(viewport)) / count, full);
    if (layout === 'grid') return column * Math.min(1, ratio * tall);
    const across = Math.max(1, ratio / (viewport.width < 640 ? 3 : 8));
    return (span * column + (span - 1) * gapIn(viewport)) * across;
  };
const LAYOUTS: Record<'masonry' | 'grid' | 'column' | 'pairs', Shown> = {
  masonry: inColumns('masonry'),
  grid: inColumns('grid'),
  column: (ratios, index, viewport) => {
    const [ratio, isBeside] = [ratios[index]!, ratios[index]! < 1.2 && viewport.width >= 768];
    return Math.min(fullIn(viewport) * (isBeside ? 0.62 : 1), ratio * fitIn(viewport));
  },
  pairs: (ratios, index, viewport) => {
    const [ratio, other] = [ratios[index]!, ratios[index % 2 ? index - 1 : index + 1] ?? Infinity];
    const sum = ratio + other;
    const isAlone = Math.max(ratio, other) >= 2 || (sum > 2.3 && viewport.width < 640);
    if (isAlone) return Math.min(fullIn(viewport), ratio * fitIn(viewport));
    const gap = gapIn(viewport);
    return (ratio / sum) * (Math.min(fullIn(viewport), sum * fitIn(viewport) + gap) - gap);
  },
};
const GALLERIES: Record<string, (keyof typeof SHAPES)[]> = {
  one: ['wide'],
  two: ['upright', 'square'],
  'all upright': ['upright', 'upright', 'upright', 'upright', 'upright', 'upright', 'upright'],
  'all panoramic': ['panorama', 'panorama', 'panorama', 'panorama', 'panorama', 'panorama'],
  mixed: ['wide', 'upright', 'square', 'upright', 'panorama', 'panorama', 'wide', 'wide', 'square'],
};

describe.each(Object.entries(LAYOUTS))('photos in the layout %s', (layout, shown) => {
  const cases = Object.keys(GALLERIES).flatMap((gallery) =>
    VIEWPORTS.flatMap((viewport) => [1, 2, 3].map((density) => ({ gallery, viewport, density }))),
  );

  it.each(cases)('match the screen’s resolution: $gallery, $viewport.width px, $density to 1', (one) => {
    const { gallery, viewport, density } = one;
    const pictures = GALLERIES[gallery]!.map((shape) => SHAPES[shape]);
    const ratios = pictures.map(({ width, height }) => Number((width / height).toFixed(4)));
    const options = { ratios, start: 0, typical: typicalRatio(ratios), isComplete: true };
    arrange(layout as GalleryLayout, options).tiles.forEach(({ sizes }, index) => {
      const widths = widthsOf(pictures[index]!);
      const chosen = widths.find((width) => width >= sizeIn(viewport, sizes) * density) ?? widths.at(-1);

      expect(sufficient(widths, shown(ratios, index, viewport) * density)).toContain(chosen);
    });
  });
});

describe.each(Object.entries(KINDS))('a %s', (_kind, { sizes, shown }) => {
  it.each(CASES)('($shape) matches the screen’s resolution: $viewport.width px, $density to 1', (one) => {
    const { picture, viewport, density } = one;
    const widths = widthsOf(picture);
    const chosen = widths.find((width) => width >= sizeIn(viewport, sizes(picture)) * density) ?? widths.at(-1);

    expect(sufficient(widths, shown(picture.width / picture.height, viewport) * density)).toContain(chosen);
  });
});
