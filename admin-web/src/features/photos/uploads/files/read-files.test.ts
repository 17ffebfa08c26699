import { describe, expect, it } from '@jest/globals';
import { aFile } from '../../../../../test/factories.ts';
import { withoutSystemFiles } from './read-files.ts';

/** A file from a folder input. */
const inFolder = (path: string) =>
  Object.defineProperty(aFile(path.split('/').at(-1)), 'webkitRelativePath', { value: path });
const names = (files: File[]) => files.map(({ name }) => name);

describe('withoutSystemFiles', () => {
  it.each(['.DS_Store', 'Thumbs.db', 'desktop.ini', '._harbour.jpg', '.hidden.jpg'])('drops %s', (name) => {
    expect(withoutSystemFiles([aFile(name), aFile('harbour.jpg')])).toHaveLength(1);
  });

  it.each(['trip/.thumbnails/one.jpg', 'trip/__MACOSX/one.jpg', 'trip/@eaDir/one.jpg'])('drops %s', (path) => {
    expect(withoutSystemFiles([inFolder(path)])).toEqual([]);
  });

  it('sorts files in folders by path, numbers by value', () => {
    const files = ['trip/10.jpg', 'trip/2.jpg', 'trip/day 1/9.jpg', 'trip/1.jpg'].map(inFolder);

    expect(names(withoutSystemFiles(files))).toEqual(['1.jpg', '2.jpg', '10.jpg', '9.jpg']);
  });

  it('preserves the order of single files', () => {
    expect(names(withoutSystemFiles([aFile('b.jpg'), aFile('a.jpg')]))).toEqual(['b.jpg', 'a.jpg']);
  });
});
