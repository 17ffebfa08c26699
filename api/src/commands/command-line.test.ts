import { describe, expect, it } from '@jest/globals';
import { CommandError, withFolderErrors } from './command-line.ts';

const fault = (code: string, path?: string) => Object.assign(new Error(code), { code, ...(path && { path }) });

describe('withFolderErrors', () => {
  it.each([
    ['without a path', undefined],
    ['with a path in the folder', '/data/bag/manifest-sha256.txt'],
    ['with a path in the partial folder', '/data/bag.partial-12/manifest-sha256.txt'],
  ])('reports a full disk %s as one sentence', async (_, path) => {
    const error = fault('ENOSPC', path);
    await expect(withFolderErrors('/data/bag', () => Promise.reject(error))).rejects.toEqual(
      new CommandError('The disk that holds /data/bag is full: make room there, then try again.', 1, {
        cause: error,
      }),
    );
  });

  it.each([
    ['with a path elsewhere', '/data/bag', fault('ENOSPC', '/tmp/upload')],
    ['with a path in a folder of a longer name', '/data/bag', fault('ENOSPC', '/data/bag2/manifest-sha256.txt')],
    ['while it writes to a bucket', undefined, fault('ENOSPC')],
    ['that is not of the folder', '/data/bag', fault('ECONNREFUSED')],
  ])('passes on an error %s', async (_, folder, error) => {
    await expect(withFolderErrors(folder, () => Promise.reject(error))).rejects.toBe(error);
  });
});
