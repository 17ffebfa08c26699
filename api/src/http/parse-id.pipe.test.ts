import { describe, expect, it } from '@jest/globals';
import { AppError } from './app-error.ts';
import { ParseIdPipe } from './parse-id.pipe.ts';

describe('an id of a path', () => {
  const pipe = new ParseIdPipe('photo.not-found');

  it.each(['1', '2147483647'])('is read: %s', (id) => {
    expect(pipe.transform(id)).toBe(Number(id));
  });

  it.each([
    ...['', '0', '-1', '+1', '1.5', '1e3', '0x1', 'abc', 'NaN', 'null', '1,2', '../1', '１', '🎨'],
    ...['2147483648', '99999999999999999999', ' 1', '1 ', '1\n', '\0', '1\0', "1'", '1 or 1=1'],
  ])('is not found: %j', (id) => {
    expect(() => pipe.transform(id)).toThrow(new AppError('photo.not-found'));
  });
});
