import { describe, expect, it } from '@jest/globals';
import { aFile } from '../../../test/factories.ts';
import { imageFault, withTypes } from './image-file.ts';

describe('imageFault', () => {
  it('goes by the limit of this site', () => {
    const file = aFile('large.jpg', { bytes: 3 * 1024 * 1024 });

    expect(imageFault(file, 3)).toBeUndefined();
    expect(imageFault(file, 2)).toBe('Image size must be less than 2MB');
  });

  it('finds an empty file damaged', () => {
    expect(imageFault(aFile('empty.jpg', { bytes: 0 }), 10)).toBe('The image is damaged and cannot be read');
  });
});

describe('withTypes', () => {
  const starting = (...bytes: (number | string)[]) =>
    new File(
      [Uint8Array.from(bytes.flatMap((one) => (typeof one === 'string' ? [...Buffer.from(one)] : [one])))],
      'scan',
    );

  it.each([
    ['image/jpeg', starting(0xff, 0xd8, 0xff, 0xe0, 'JFIF')],
    ['image/png', starting(0x89, 'PNG\r\n', 0x1a, '\n')],
    ['image/gif', starting('GIF89a')],
    ['image/webp', starting('RIFF', 1, 2, 3, 4, 'WEBPVP8 ')],
    ['', starting('RIFF', 1, 2, 3, 4, 'WAVEfmt ')],
    ['', starting('%PDF-1.7')],
  ])('finds %p in a file whose name says nothing', async (type, file) => {
    const [typed] = await withTypes([file]);

    expect(typed).toMatchObject({ name: 'scan', type, size: file.size, lastModified: file.lastModified });
  });

  it('leaves a file as it is whose name says something', async () => {
    const file = aFile('notes.txt', { type: 'text/plain' });

    expect(await withTypes([file])).toEqual([file]);
  });
});
