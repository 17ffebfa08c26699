import { describe, expect, it } from '@jest/globals';
import { CONTRACT, findSkew } from './version-skew.ts';

const HERE = new Map([
  ['react', '19.3.1'],
  ['react-dom', '19.3.1'],
  ['react-dom/client', '19.3.1'],
  ['react-router', '7.18.5'],
  ['@tanstack/react-query', '5.108.0'],
  ['react-hot-toast', '2.6.1'],
]);

const requirement = (name: string, requiredVersion: string | undefined, singleton = true) => ({
  name,
  requiredVersion,
  singleton,
});

const skewOf = (...shared: ReturnType<typeof requirement>[]) => findSkew({ contract: CONTRACT, shared }, HERE);

describe('findSkew', () => {
  it('is empty for versions in the range', () => {
    expect(skewOf(requirement('react', '^19.0.0'), requirement('@tanstack/react-query', '^5.60.0'))).toEqual([]);
  });

  it.each(['^20.0.0', '^18.2.0', '^19.4.0', '~19.2.0'])('contains a package that is not in %s', (range) => {
    expect(skewOf(requirement('react', range))).toEqual([{ name: 'react', needed: range, here: '19.3.1' }]);
  });

  it('contains each package once', () => {
    const skews = skewOf(requirement('react-dom', '^20.0.0'), requirement('react-dom/client', '^20.0.0'));

    expect(skews.map(({ name }) => name)).toEqual(['react-dom']);
  });

  it.each([
    ['react', '^20.0.0', '19.3.1'],
    ['react-dom', '^18.2.0', '19.3.1'],
    ['react-router', '^8.0.0', '7.18.5'],
    ['@tanstack/react-query', '^6.0.0', '5.108.0'],
    ['react-hot-toast', '^3.0.0', '2.6.1'],
  ])('contains %s for another version', (name, needed, here) => {
    expect(skewOf(requirement(name, needed))).toEqual([{ name, needed, here }]);
  });

  it('ignores packages that the back office brings along', () => {
    expect(
      skewOf(requirement('zod', '^4.0.0'), requirement('react', '^20.0.0', false), requirement('react', undefined)),
    ).toEqual([]);
  });

  it('contains another contract, and a missing one', () => {
    expect(findSkew({ contract: CONTRACT + 1, shared: [] }, HERE)).toEqual([
      { name: 'contract', needed: String(CONTRACT + 1), here: String(CONTRACT) },
    ]);
    expect(findSkew({ contract: 0, shared: [] }, HERE)).toHaveLength(1);
  });
});
