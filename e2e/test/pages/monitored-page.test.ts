import { expect, it } from '@jest/globals';
import { hasLargerRendition } from '../../src/monitored-page.ts';

const warning =
  'The resource http://localhost/media/1/v2/1080.avif was preloaded using link preload but not used within a few seconds from the load event.';

it.each([
  ['is reported without a larger rendition', [], false],
  ['is reported with a smaller rendition', ['http://localhost/media/1/v2/640.avif'], false],
  ['is reported with another picture', ['http://localhost/media/2/v2/1600.avif'], false],
  ['is ignored with a larger rendition of the same picture', ['http://localhost/media/1/v2/1600.avif'], true],
])('an unused preload %s', (_, requests, isIgnored) => {
  expect(hasLargerRendition(warning, requests)).toBe(isIgnored);
});
