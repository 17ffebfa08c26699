import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Storage } from '../src/storage.ts';
import type { StorageUnderTest } from './content-contract.ts';

const MB = 1024 * 1024;
const PIECE = 3 * MB + 7;
const PIECES = 6;

/** Contract of every Storage about multipart uploads. */
export function largeFilesContract(make: () => Promise<StorageUnderTest>): void {
  let storage: Storage;
  let remove: () => Promise<void>;
  let local: string;

  beforeEach(async () => {
    ({ storage, remove } = await make());
    local = await mkdtemp(join(tmpdir(), 'storage-local-'));
  });
  afterEach(async () => {
    await remove();
    await rm(local, { recursive: true, force: true });
  });

  /** A file of 18 MB in which each megabyte differs. */
  async function aLargeFile(seed = 0): Promise<{ path: string; bytes: number; sha256: string }> {
    const path = join(local, `large-${seed}`);
    const hash = createHash('sha256');
    const file = await open(path, 'w');
    for (let i = 0; i < PIECES; i += 1) {
      const piece = Buffer.alloc(PIECE, `${seed}-${i} `);
      hash.update(piece);
      await file.write(piece);
    }
    await file.close();
    return { path, bytes: PIECE * PIECES, sha256: hash.digest('hex') };
  }

  async function digestOf(stream: Readable): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of stream) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }

  describe('a file of 18 MB', () => {
    it('is read as it was moved in', async () => {
      const { path, bytes, sha256 } = await aLargeFile();
      await storage.moveIn('originals/aa/large.jpg', path);
      expect(await storage.stat('originals/aa/large.jpg')).toMatchObject({ bytes });
      expect(await digestOf((await storage.open('originals/aa/large.jpg'))!)).toBe(sha256);
      await expect(readFile(path)).rejects.toThrow('ENOENT');
    });

    it('is read as it was written', async () => {
      const { path, sha256 } = await aLargeFile();
      await storage.write('a/large', await readFile(path));
      expect(await digestOf((await storage.open('a/large'))!)).toBe(sha256);
    });

    it('is read as it was streamed', async () => {
      const { path, sha256 } = await aLargeFile();
      await storage.writeStream('a/large', createReadStream(path));
      expect(await digestOf((await storage.open('a/large'))!)).toBe(sha256);
    });

    it('is missing after its stream failed', async () => {
      const { path } = await aLargeFile();
      const failing = async function* () {
        yield* createReadStream(path) as AsyncIterable<Buffer>;
        throw new Error('the source is gone');
      };
      await expect(storage.writeStream('a/large', Readable.from(failing()))).rejects.toThrow('the source is gone');
      expect(await storage.stat('a/large')).toBeUndefined();
      expect(await storage.discardUnfinished(new Date(Date.now() + 60_000), 'a')).toBe(0);
    });

    it('is read by range, across the parts', async () => {
      const { path } = await aLargeFile();
      const content = await readFile(path);
      await storage.moveIn('a/large', path);
      for (const [start, end] of [
        [8 * MB - 5, 8 * MB + 5],
        [16 * MB, 16 * MB],
        [content.length - 3, content.length + 100],
      ] as const) {
        const part = await buffer((await storage.open('a/large', { start, end }))!);
        expect(part.equals(content.subarray(start, end + 1))).toBe(true);
      }
    });

    it('is complete during and after two concurrent moves', async () => {
      const files = [await aLargeFile(1), await aLargeFile(2), await aLargeFile(3)];
      const digests = files.map(({ sha256 }) => sha256);
      await storage.moveIn('a/large', files[0]!.path);
      let isWriting = true;
      const writing = Promise.all(files.slice(1).map(({ path }) => storage.moveIn('a/large', path)));
      void writing.finally(() => (isWriting = false)).catch(() => undefined);
      do expect(digests).toContain(await digestOf((await storage.open('a/large'))!));
      while (isWriting);
      await writing;
      expect(digests.slice(1)).toContain(await digestOf((await storage.open('a/large'))!));
    });
  });
}
