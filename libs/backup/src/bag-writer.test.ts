import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect, it, jest } from '@jest/globals';
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

it('a short write leaves no gap in the manifest', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'bag-writer-'));
  const file = await open(scratch);
  const prototype = Object.getPrototypeOf(file) as FileHandle;
  const write = prototype.write;
  jest.spyOn(prototype, 'write').mockImplementation(function (this: FileHandle, line: unknown) {
    return write.call(this, String(line).slice(0, 1)) as never;
  });
  const target = { scratch, write: async () => ({ bytes: 1, sha256: 'f00' }), discard: async () => undefined };
  const bag = await BagWriter.create(target as never);

  await bag.add('data/a.jpg', 'a');

  expect(await readFile(join(scratch, 'manifest'), 'utf8')).toBe('f00  data/a.jpg\n');
  jest.restoreAllMocks();
  await bag.discard(new Error('Not needed'));
  await file.close();
  await rm(scratch, { recursive: true });
});
