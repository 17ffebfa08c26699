import { describe, expect, it } from '@jest/globals';
import { CommandError, writingTo } from './command-line.ts';

const fault = (code: string, path?: string) => Object.assign(new Error(code), { code, ...(path && { path }) });

describe('writingTo', () => {
  it.each([
    ['without a path', undefined],
    ['with a path in the folder', '/data/bag/manifest-sha256.txt'],
  ])('reports a full disk %s as one sentence', async (_, path) => {
    const error = fault('ENOSPC', path);
    await expect(writingTo('/data/bag', () => Promise.reject(error))).rejects.toEqual(
      new CommandError('The disk that holds /data/bag is full: make room there, then try again.', 1, {
        cause: error,
      }),
    );
  });

  it.each([
    ['with a path elsewhere', '/data/bag', fault('ENOSPC', '/tmp/upload')],
    ['while it writes to a bucket', undefined, fault('ENOSPC')],
    ['that is not of the folder', '/data/bag', fault('ECONNREFUSED')],
  ])('passes on an error %s', async (_, folder, error) => {
    await expect(writingTo(folder, () => Promise.reject(error))).rejects.toBe(error);
  });
});
