import { expect, it } from '@jest/globals';
import { hasLargerRendition } from '../../src/monitored-page.ts';

const complaint =
  'The resource http://localhost/media/1/v2/1080.avif was preloaded using link preload but not used within a few seconds from the load event.';

it.each([
  ['is a complaint where nothing larger was there', [], false],
  ['is one where a smaller one was there', ['http://localhost/media/1/v2/640.avif'], false],
  ['is one where another picture was there', ['http://localhost/media/2/v2/1600.avif'], false],
  ['is none where a larger one of the same picture was', ['http://localhost/media/1/v2/1600.avif'], true],
])('an unused preload %s', (_, requests, isExcused) => {
  expect(hasLargerRendition(complaint, requests)).toBe(isExcused);
});
