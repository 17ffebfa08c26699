import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { UncertainCommitError } from '@portfolio/database';
import { PHOTO_KEYS, type Storage } from '@portfolio/storage';
import { aJpeg } from '@portfolio/testing';
import { AppError } from '../http/app-error.ts';
import { UploadsService } from './uploads.service.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

it.each([
  ['removes the file of a refused row, and throws the refusal although the removal fails', [], 1],
  ['leaves the file where a refused row follows an uncertain commit', [new UncertainCommitError()], 0],
])('%s', async (_, earlier, removed) => {
  const remove = jest.fn<Storage['remove']>().mockRejectedValue(new Error('unavailable'));
  const storage = { moveIn: jest.fn<Storage['moveIn']>(), remove };
  const path = join(folder, 'upload');
  await writeFile(path, await aJpeg({ width: 32, height: 32 }));
  const image = { path, name: 'a.jpg', bytes: 1, contentHash: 'x' };
  const errors = [...earlier, new AppError('photo.not-found')];

  const stored = new UploadsService(storage as unknown as Storage).store(PHOTO_KEYS, image, () =>
    Promise.reject(errors.shift()),
  );

  await expect(stored).rejects.toThrow(AppError);
  expect(remove).toHaveBeenCalledTimes(removed);
});

it('moves originals to the trash four at a time, and goes on after a failure', async () => {
  const copied: string[] = [];
  let [running, most] = [0, 0];
  const copy = async (key: string) => {
    most = Math.max(most, (running += 1));
    await wait(1);
    running -= 1;
    if (copied.push(key) === 1) throw new Error('unavailable');
    return true;
  };
  const remove = jest.fn<Storage['remove']>();
  const keys = Array.from({ length: 20 }, (_, index) => `originals/aa/${index}.jpg`);

  await new UploadsService({ copy, remove } as unknown as Storage).trash(keys);

  expect(copied.sort()).toEqual(keys.sort());
  expect(remove).toHaveBeenCalledTimes(keys.length - 1);
  expect(most).toBe(4);
});
