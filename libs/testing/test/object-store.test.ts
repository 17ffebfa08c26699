import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ObjectStore } from '../src/s3/object-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'object-store-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

/** Delays the first rename, so that later ones end before. */
function delayFirstRename() {
  const { rename } = promises;
  jest.spyOn(promises, 'rename').mockImplementationOnce(async (...paths) => {
    await wait(50);
    await rename(...paths);
  });
  syncBuiltinESMExports();
}

it.each([
  ['two writes', false],
  ['a write and a deletion', true],
])('%s of one key at once end with the same object in the folder', async (_, isDeleted) => {
  const [bucket, key] = ['pictures', 'harbour'];
  const store = new ObjectStore(folder);
  const write = async () => {
    const { blob, bytes, md5 } = await store.receive(Buffer.from('x'));
    const modifiedAt = new Date().toISOString();
    await store.publish({ bucket, key, blob, bytes, etag: md5, contentType: 'text/plain', modifiedAt });
  };
  delayFirstRename();

  const first = write();
  while (store.find(bucket, key) === undefined) await wait(1);
  await Promise.all([first, isDeleted ? store.remove(bucket, key) : write()]);

  expect(new ObjectStore(folder).find(bucket, key)).toEqual(store.find(bucket, key));
});
