import { describe, expect, it } from '@jest/globals';
import { aFile } from '../../../test/factories.ts';
import { addMissingTypes, imageFault } from './image-file.ts';

describe('imageFault', () => {
  it('applies the given upload limit', () => {
    const file = aFile('large.jpg', { bytes: 3 * 1024 * 1024 });

    expect(imageFault(file, 3)).toBeUndefined();
    expect(imageFault(file, 2)).toBe('Image size must be less than 2MB');
  });

  it('names the accepted formats for a photo without a type', () => {
    expect(imageFault(aFile('sea.nef', { type: '' }), 10)).toBe('Please upload a JPEG, PNG, GIF or WebP image');
  });

  it('rejects an empty file as damaged', () => {
    expect(imageFault(aFile('empty.jpg', { bytes: 0 }), 10)).toBe('The image is damaged and cannot be read');
  });
});

describe('addMissingTypes', () => {
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
  ])('detects %p in a file without an extension', async (type, file) => {
    const [typed] = await addMissingTypes([file]);

    expect(typed).toMatchObject({ name: 'scan', type, size: file.size, lastModified: file.lastModified });
  });

  it.each([
    ['WAV', starting('RIFF', 1, 2, 3, 4, 'WAVEfmt ')],
    ['PDF', starting('%PDF-1.7')],
  ])('leaves the type of an unknown format empty: %s', async (_, file) => {
    const [untyped] = await addMissingTypes([file]);

    expect(untyped).toMatchObject({ name: 'scan', type: '', size: file.size, lastModified: file.lastModified });
  });

  it('leaves a file with a type unchanged', async () => {
    const file = aFile('notes.txt', { type: 'text/plain' });

    expect(await addMissingTypes([file])).toEqual([file]);
  });
});
