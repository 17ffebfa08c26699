import { describe, expect, it } from '@jest/globals';
import { aPicture } from '../../../test/fixtures.ts';
import { shareImage } from './share-image.ts';

describe('shareImage', () => {
  it('takes the smallest JPEG that networks show large', () => {
    expect(shareImage(aPicture())?.url).toMatch(/1200\.jpeg$/);
    expect(shareImage(aPicture({ width: 2000, height: 3000 }))).toMatchObject({ width: 800, height: 1200 });
  });

  it('takes the largest there is of a small picture', () => {
    const picture = aPicture();
    const small = { ...picture, renditions: picture.renditions.filter(({ width }) => width < 1000) };

    expect(shareImage(small)?.url).toMatch(/640\.jpeg$/);
  });

  it('takes nothing where there is no JPEG', () => {
    expect(shareImage({ ...aPicture(), renditions: [] })).toBeUndefined();
  });
});
