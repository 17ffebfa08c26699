import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { aJpeg } from '../src/images/images.ts';
import { iccProfile } from '../src/images/icc-profile.ts';

it.each([
  [undefined, undefined],
  ['display-p3' as const, iccProfile('display-p3')],
])('a JPEG with an orientation has the profile %s alone', async (profile, icc) => {
  const file = await aJpeg({ width: 60, height: 40, gps: true, profile, orientation: 6 });

  expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, width: 40, height: 60 });
  expect((await sharp(file).metadata()).icc).toEqual(icc);
  expect(file.toString('latin1').split('ICC_PROFILE').length - 1).toBe(icc ? 1 : 0);
  expect(file.includes('TraceMaker')).toBe(true);
});
