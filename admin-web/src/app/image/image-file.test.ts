import { describe, expect, it } from '@jest/globals';
import { aFile } from '../../../test/factories.ts';
import { imageFault, withTypes } from './image-file.ts';

describe('imageFault', () => {
  it('uses the upload limit of the site', () => {
    const file = aFile('large.jpg', { bytes: 3 * 1024 * 1024 });

    expect(imageFault(file, 3)).toBeUndefined();
    expect(imageFault(file, 2)).toBe('Image size must be less than 2MB');
  });

  it('rejects an empty file as damaged', () => {
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
  ])('detects %p in a file without an extension', async (type, file) => {
    const [typed] = await withTypes([file]);

    expect(typed).toMatchObject({ name: 'scan', type, size: file.size, lastModified: file.lastModified });
  });

  it('leaves a file with a type unchanged', async () => {
    const file = aFile('notes.txt', { type: 'text/plain' });

    expect(await withTypes([file])).toEqual([file]);
  });
});
