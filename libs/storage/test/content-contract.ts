import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Storage } from '../src/storage.ts';

export interface StorageUnderTest {
  storage: Storage;
  remove(): Promise<void>;
}

/** Contract of every Storage about the content of files. */
export function contentContract(make: () => Promise<StorageUnderTest>): void {
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

  const text = async (key: string) => (await storage.read(key))?.toString();
  const keys = async (folder: string) => {
    const found: string[] = [];
    for await (const { key } of storage.list(folder)) found.push(key);
    return found.sort();
  };

  describe('writing files', () => {
    it('reads what was written', async () => {
      const content = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));
      await storage.write('originals/aa/a.jpg', content);
      expect(await storage.read('originals/aa/a.jpg')).toEqual(content);
    });

    it('stores an empty file', async () => {
      await storage.write('a/empty', new Uint8Array());
      expect(await storage.read('a/empty')).toEqual(Buffer.alloc(0));
      expect(await storage.stat('a/empty')).toMatchObject({ bytes: 0 });
    });

    it('replaces an existing file', async () => {
      await storage.write('a/b', Buffer.from('a longer text'));
      await storage.write('a/b', Buffer.from('short'));
      expect(await text('a/b')).toBe('short');
    });

    it('copies a file with the current time, and leaves the source', async () => {
      await storage.write('a/ünï – 写真 1.jpg', Buffer.from('new'));
      await storage.write('b/c', Buffer.from('an older one'));
      expect(await storage.copy('a/ünï – 写真 1.jpg', 'b/c')).toBe(true);
      expect([await text('b/c'), await text('a/ünï – 写真 1.jpg')]).toEqual(['new', 'new']);
      const { modifiedAt } = (await storage.stat('b/c'))!;
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
    });

    it('returns false for a missing source of a copy', async () => {
      await storage.write('b/c', Buffer.from('stored'));
      for (const from of ['a/none', 'b', 'b/c/none']) expect(await storage.copy(from, 'b/c')).toBe(false);
      expect([await text('b/c'), await keys('b')]).toEqual(['stored', ['b/c']]);
    });

    it('stores special characters in names', async () => {
      const odd = [
        'a/with space',
        'a/ünï – 写真.jpg',
        'a/%2e%2e',
        'a/..b',
        'a/.hidden',
        'a/C:\\x',
        'a/-rf',
        'a/*?"<>|',
      ];
      for (const key of odd) await storage.write(key, Buffer.from(key));
      for (const key of odd) expect(await text(key)).toBe(key);
      expect(await keys('a')).toEqual(odd.sort());
    });

    it('shows concurrent readers a complete file or none', async () => {
      const versions = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(2_000_000, letter));
      let isWriting = true;
      const writing = (async () => {
        for (let i = 0; i < 12; i += 1) await storage.write('a/big', versions[i % 4]!);
        isWriting = false;
      })();
      while (isWriting) {
        const read = await storage.read('a/big');
        if (read) expect(versions.some((version) => version.equals(read))).toBe(true);
        for (const key of await keys('a')) expect(key).toBe('a/big');
      }
      await writing;
    });

    it('has one complete file after two concurrent writes', async () => {
      const [one, other] = [Buffer.alloc(1_000_000, '1'), Buffer.alloc(1_000_000, '2')];
      await Promise.all([storage.write('a/b', one), storage.write('a/b', other)]);
      const stored = (await storage.read('a/b'))!;
      expect(stored.equals(one) || stored.equals(other)).toBe(true);
      expect(await keys('a')).toEqual(['a/b']);
    });
  });

  describe('moving a local file in', () => {
    it('removes the local file', async () => {
      const path = join(local, 'upload');
      await writeFile(path, 'uploaded');
      await storage.moveIn('originals/aa/a.jpg', path);
      expect(await text('originals/aa/a.jpg')).toBe('uploaded');
      await expect(readFile(path)).rejects.toThrow('ENOENT');
    });

    it('sets the current time on an old file', async () => {
      const path = join(local, 'old');
      await writeFile(path, 'x');
      await utimes(path, new Date(0), new Date(0));
      await storage.moveIn('a/b', path);
      expect(Date.now() - (await storage.stat('a/b'))!.modifiedAt.getTime()).toBeLessThan(60_000);
    });

    it('leaves nothing where the local file is missing', async () => {
      await expect(storage.moveIn('a/b', join(local, 'none'))).rejects.toThrow('ENOENT');
      expect(await keys('a')).toEqual([]);
      expect(await storage.read('a/b')).toBeUndefined();
    });
  });

  describe('streaming', () => {
    const read = async (range?: { start: number; end: number }) => {
      const stream = await storage.open('a/b', range);
      return (await buffer(stream!)).toString();
    };
    beforeEach(() => storage.write('a/b', Buffer.from('0123456789')));

    it.each([
      [undefined, '0123456789'],
      [{ start: 0, end: 0 }, '0'],
      [{ start: 2, end: 4 }, '234'],
      [{ start: 7, end: 9 }, '789'],
      [{ start: 7, end: 100 }, '789'],
      [{ start: 10, end: 20 }, ''],
    ])('%j is %j', async (range, content) => {
      expect(await read(range)).toBe(content);
    });

    it.each([[0], [9], [10], [1000]])('fetches the size of a file with a buffer limit of %d bytes', async (whole) => {
      const { bytes, content } = (await storage.fetch('a/b', whole))!;

      expect(bytes).toBe(10);
      expect(String(Buffer.isBuffer(content) ? content : await buffer(content))).toBe('0123456789');
    });

    it('fetches an empty file, and undefined for a missing file or a folder', async () => {
      await storage.write('a/empty', new Uint8Array());

      const { bytes, content } = (await storage.fetch('a/empty', 10))!;
      expect([bytes, String(Buffer.isBuffer(content) ? content : await buffer(content))]).toEqual([0, '']);
      expect(await storage.fetch('a/none', 10)).toBeUndefined();
      expect(await storage.fetch('a', 10)).toBeUndefined();
    });

    it('streams an opened file to its end after its removal', async () => {
      const content = Buffer.alloc(3_000_000, 'x');
      await storage.write('a/big', content);
      const stream = (await storage.open('a/big'))!;
      await storage.remove('a/big');
      expect((await buffer(stream)).equals(content)).toBe(true);
    });
  });
}
