import { describe, expect, it } from '@jest/globals';
import { titleFromFileName } from './bulk-upload-entry.ts';

describe('titleFromFileName', () => {
  it.each([
    ['harbour.jpg', 'Harbour'],
    ['north_ridge-02.JPG', 'North ridge 02'],
    ['Über den Hügeln.webp', 'Über den Hügeln'],
    ['v1.2 final.png', 'V1.2 final'],
    ['___.gif', 'Untitled'],
    ['IMG_1234.JPG', 'IMG_1234'],
    ['_MG_0042.jpg', '_MG_0042'],
    ['20260504_120000.jpg', '20260504_120000'],
    ['DSC00042.jpeg', 'DSC00042'],
  ])('turns %s into %s', (name, title) => {
    expect(titleFromFileName(name)).toBe(title);
  });
});
