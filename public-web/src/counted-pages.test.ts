import { expect, it } from '@jest/globals';
import { PAGE_NAMES } from '@portfolio/contracts';
import { PAGES } from './routes.tsx';

it('the API counts views of every page', () => {
  const paths = PAGES.map(({ path }) => path);

  expect(paths.filter((path) => !path.includes(':')).sort()).toEqual(Object.keys(PAGE_NAMES).sort());
  // Those that the pattern of the API's view counter matches.
  expect(paths.filter((path) => path.includes(':'))).toEqual(['/gallery/:slug', '/tags/:tag', '/photo/:id']);
});
