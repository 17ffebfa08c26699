import { expect, it, jest } from '@jest/globals';
import { aFileOf, hashOf, withHashing } from '../../../../../test/file-contents.ts';
import { contentHash } from './content-hash.ts';

withHashing();

it('a file is read once for its hash, also by concurrent calls', async () => {
  const file = aFileOf('pier');
  const read = jest.spyOn(file, 'arrayBuffer');

  expect(await Promise.all([contentHash(file), contentHash(file)])).toEqual([hashOf('pier'), hashOf('pier')]);
  expect(await contentHash(file)).toBe(hashOf('pier'));
  expect(read).toHaveBeenCalledTimes(1);
});

it('a file that could not be read is read again', async () => {
  const file = aFileOf('pier');
  jest.spyOn(file, 'arrayBuffer').mockRejectedValueOnce(new DOMException('The file has changed', 'NotReadableError'));

  await expect(contentHash(file)).rejects.toThrow('The file has changed');
  expect(await contentHash(file)).toBe(hashOf('pier'));
});
