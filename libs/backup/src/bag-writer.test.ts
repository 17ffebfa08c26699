import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect, it } from '@jest/globals';
import { type BagTarget, BagWriter } from './bag-writer.ts';

it('a bag without room for its manifest discards its target, which ends the upload of an export', async () => {
  const discarded: string[] = [];
  const target = {
    scratch: join(tmpdir(), 'no-such-folder'),
    discard: async ({ message }: Error) => void discarded.push(message),
  } as BagTarget;

  await expect(BagWriter.create(target)).rejects.toThrow('ENOENT');

  expect(discarded).toEqual([expect.stringContaining('ENOENT')]);
});
