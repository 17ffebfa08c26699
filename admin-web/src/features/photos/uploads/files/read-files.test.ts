import { describe, expect, it } from '@jest/globals';
import { aFile } from '../../../../../test/factories.ts';
import { imageFiles } from './read-files.ts';

/** A file from a folder input. */
const inFolder = (path: string) =>
  Object.defineProperty(aFile(path.split('/').at(-1)), 'webkitRelativePath', { value: path });
const names = (files: File[]) => files.map(({ name }) => name);

describe('imageFiles', () => {
  it.each(['.DS_Store', 'Thumbs.db', 'desktop.ini', '._harbour.jpg', '.hidden.jpg'])('drops %s', (name) => {
    expect(imageFiles([aFile(name), aFile('harbour.jpg')])).toHaveLength(1);
  });

  it.each(['trip/.thumbnails/one.jpg', 'trip/__MACOSX/one.jpg', 'trip/@eaDir/one.jpg'])('drops %s', (path) => {
    expect(imageFiles([inFolder(path)])).toEqual([]);
  });

  it('sorts files in folders by path, numbers by value', () => {
    const files = ['trip/10.jpg', 'trip/2.jpg', 'trip/day 1/9.jpg', 'trip/1.jpg'].map(inFolder);

    expect(names(imageFiles(files))).toEqual(['1.jpg', '2.jpg', '10.jpg', '9.jpg']);
  });

  it('preserves the order of single files', () => {
    expect(names(imageFiles([aFile('b.jpg'), aFile('a.jpg')]))).toEqual(['b.jpg', 'a.jpg']);
  });
});
