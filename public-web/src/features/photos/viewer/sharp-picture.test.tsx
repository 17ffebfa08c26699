import '@testing-library/jest-dom/jest-globals';
import { expect, it } from '@jest/globals';
import type { RenditionView } from '@portfolio/contracts';
import { fireEvent, render, waitFor } from '@testing-library/react';
import { aPicture } from '../../../../test/fixtures.ts';
import { pickRendition, SharpPicture } from './sharp-picture.tsx';

it.each([
  [300, 1, 320],
  [321, 1, 640],
  [800, 1, 1080],
  [800, 2, 1600],
  [800 * 3, 1, 2400],
  [800 * 3, 3, 2400],
])('picks for %p CSS pixels at a density of %p the rendition of %p', (width, density, pixels) => {
  expect(pickRendition(aPicture(), width, density)).toEqual({ pixels, sizes: `${(pixels / density).toFixed(2)}px` });
});

it('picks none without a width or renditions', () => {
  expect(pickRendition(aPicture(), 0, 1).pixels).toBe(0);
  expect(pickRendition({ ...aPicture(), renditions: [] }, 800, 1).pixels).toBe(0);
});

/** The rendition of the photo's page. */
const PAGE = { sizes: '100vw', pixels: 0 };

/** The `<source>` of a format in each layer, the shown one first. */
const sourcesOf = (container: HTMLElement, type: string) =>
  [...container.querySelectorAll('picture')].map((picture) => picture.querySelector(`source[type="${type}"]`));

it('loads a rendition above 2400 pixels once a screen needs it, beside the one of the page', async () => {
  const rendition = (format: RenditionView['format']) => ({
    format,
    width: 3840,
    height: 2560,
    url: `/3840.${format}`,
  });
  const picture = { ...aPicture(), viewer_renditions: [rendition('avif'), rendition('webp')] };
  const shown = (width: number) => (
    <SharpPicture picture={picture} first={PAGE} priority width={width} onFail={() => undefined} />
  );
  const { container, rerender } = render(shown(2500));

  const [first, sharper] = sourcesOf(container, 'image/avif');
  expect(first).toHaveAttribute('srcset', expect.stringMatching(/ 2400w$/));
  expect(sharper).toHaveAttribute('srcset', expect.stringMatching(/ 2400w, \/3840\.avif 3840w$/));
  expect(sharper).toHaveAttribute('sizes', '3840.00px');

  fireEvent.load(container.querySelector('[data-loading] img')!);
  await waitFor(() => expect(container.querySelector('[data-loading]')).toBeNull());
  expect(sourcesOf(container, 'image/avif')).toEqual([sharper]);
  rerender(shown(900));
  expect(sourcesOf(container, 'image/avif')).toEqual([sharper]);
});

it('prefers HDR on displays that have it, but starts with the rendition of the page', () => {
  const hdr = (width: number) =>
    ({ format: 'hdr.jpeg', width, height: width / 1.5, url: `/${width}.hdr.jpeg` }) as const;
  const picture = { ...aPicture(), viewer_renditions: [hdr(640), hdr(1080)] };
  const { container } = render(
    <SharpPicture picture={picture} first={PAGE} priority width={900} onFail={() => undefined} />,
  );

  const [first, sharper] = [...container.querySelectorAll('picture')].map((one) => one.firstElementChild);
  expect(first).toHaveAttribute('type', 'image/avif');
  expect(sharper?.outerHTML).toBe(
    '<source media="(dynamic-range: high)" type="image/jpeg" ' +
      'srcset="/640.hdr.jpeg 640w, /1080.hdr.jpeg 1080w" sizes="1080.00px">',
  );
  expect(sharper?.nextElementSibling).toHaveAttribute('type', 'image/avif');
});
