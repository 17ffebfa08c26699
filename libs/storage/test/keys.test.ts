import { describe, expect, it } from '@jest/globals';
import { BACKGROUND_KEYS, PHOTO_KEYS } from '../src/keys.ts';

describe('the keys of a photo', () => {
  it('contain its id and version', () => {
    for (const keys of [PHOTO_KEYS, BACKGROUND_KEYS]) {
      expect(keys.versionOf(keys.rendition(12, 'abc', 640, 'avif'))).toEqual({ id: 12, version: 'abc' });
    }
  });

  it('do not match another kind', () => {
    expect(PHOTO_KEYS.versionOf(BACKGROUND_KEYS.rendition(12, 'abc', 640, 'avif'))).toBeUndefined();
    expect(BACKGROUND_KEYS.versionOf(PHOTO_KEYS.rendition(12, 'abc', 640, 'avif'))).toBeUndefined();
  });

  it.each(['renditions/x/abc/1.avif', 'renditions/12/1.avif', 'originals/12/abc/1.avif', 'renditions/0/a/1.avif'])(
    'do not match %s',
    (key) => expect(PHOTO_KEYS.versionOf(key)).toBeUndefined(),
  );
});
