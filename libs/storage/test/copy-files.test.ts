import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { startS3, type TestS3 } from '@portfolio/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { copyFiles } from '../src/copy-files.ts';
import { openStorage } from '../src/open-storage.ts';
import type { Storage } from '../src/storage.ts';

let s3: TestS3;
let folder: string;
let disk: Storage;
let bucket: Storage;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy-files-'));
  disk = await openStorage({ STORAGE_DIR: folder });
  bucket = await openStorage({ ...s3.env, S3_PREFIX: folder.slice(-6) });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const FILES = {
  'originals/3f/3f2a.jpg': 'an original',
  'originals/aa/aa11.png': Buffer.alloc(9_000_000, 'large '),
  'renditions/1/v/640.webp': 'of one',
  'renditions/12/v/640.webp': 'of twelve',
  'backgrounds/3/v/1920.avif': 'behind it all',
};
const BYTES = Object.values(FILES).reduce((sum, content) => sum + content.length, 0);
const NOTHING = { files: 0, bytes: 0, copied: 0, copiedBytes: 0, gone: 0, extra: 0, faults: [] };

async function fill(storage: Storage): Promise<void> {
  for (const [key, content] of Object.entries(FILES)) await storage.write(key, Buffer.from(content));
}
const expectAll = async (storage: Storage) => {
  for (const [key, content] of Object.entries(FILES)) {
    expect([key, (await storage.read(key))?.equals(Buffer.from(content))]).toEqual([key, true]);
  }
};
/** The storage with replaced methods. */
const altered = (storage: Storage, changes: Partial<Storage>) =>
  new Proxy(storage, { get: (target, name: keyof Storage) => changes[name] ?? target[name].bind(target) });

describe.each([
  ['disk', 'S3', () => [disk, bucket]],
  ['S3', 'disk', () => [bucket, disk]],
] as const)('copying a site from %s to %s', (_, __, ends) => {
  it('copies every file once, and leaves the source', async () => {
    const [source, target] = ends() as [Storage, Storage];
    await fill(source);
    expect(await copyFiles(source, target)).toEqual({
      ...NOTHING,
      files: 5,
      bytes: BYTES,
      copied: 5,
      copiedBytes: BYTES,
    });
    await expectAll(target);
    await expectAll(source);

    expect(await copyFiles(source, target)).toEqual({ ...NOTHING, files: 5, bytes: BYTES });
  });

  it('copies new files, and different files of the same size', async () => {
    const [source, target] = ends() as [Storage, Storage];
    await fill(source);
    await copyFiles(source, target);
    await source.write('originals/bb/new.jpg', Buffer.from('new'));
    await target.write('renditions/1/v/640.webp', Buffer.from('of ONE'));
    await target.write('renditions/99/v/640.webp', Buffer.from('of nobody'));

    expect(await copyFiles(source, target)).toMatchObject({
      files: 6,
      copied: 2,
      copiedBytes: 9,
      extra: 1,
      faults: [],
    });
    await expectAll(target);
    expect(await target.read('renditions/99/v/640.webp')).toEqual(Buffer.from('of nobody'));
  });
});

describe('copying a site', () => {
  it('reports a file whose copy differs, and continues with the others', async () => {
    await fill(disk);
    const broken = altered(bucket, {
      open: async (key, range) =>
        key.startsWith('renditions/12/') ? Readable.from([Buffer.from('rotten')]) : bucket.open(key, range),
    });
    const { files, faults } = await copyFiles(disk, broken);
    expect(files).toBe(4);
    expect(faults).toEqual([{ key: 'renditions/12/v/640.webp', reason: 'The copy differs from the original' }]);
  });

  it('counts a file that is removed from the source meanwhile as gone', async () => {
    await fill(disk);
    const source = altered(disk, {
      open: async (key, range) => (key.startsWith('renditions/12/') ? undefined : disk.open(key, range)),
    });
    expect(await copyFiles(source, bucket)).toMatchObject({ files: 4, gone: 1, faults: [] });
  });

  it('stores nothing of an interrupted download', async () => {
    await fill(disk);
    const source = altered(disk, {
      open: async (key, range) =>
        key.startsWith('originals/aa/')
          ? Readable.from(
              (async function* () {
                yield Buffer.alloc(8_500_000);
                throw new Error('the line is cut');
              })(),
            )
          : disk.open(key, range),
    });
    const { faults } = await copyFiles(source, bucket);
    expect(faults).toEqual([{ key: 'originals/aa/aa11.png', reason: 'the line is cut' }]);
    expect(await bucket.stat('originals/aa/aa11.png')).toBeUndefined();
    expect(await copyFiles(disk, bucket)).toMatchObject({ files: 5, copied: 1, faults: [] });
  });
});
