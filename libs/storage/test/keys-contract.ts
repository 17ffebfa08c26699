import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageError, type Storage } from '../src/storage.ts';
import type { StorageUnderTest } from './content-contract.ts';

/** Contract of every Storage about keys, folders and missing files. */
export function keysContract(make: () => Promise<StorageUnderTest>): void {
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

  describe('a missing file', () => {
    it('is no error', async () => {
      await storage.write('a/b', Buffer.from('x'));
      for (const key of ['none', 'a/none', 'a/b/none', 'a']) {
        expect(await storage.read(key)).toBeUndefined();
        expect(await storage.open(key)).toBeUndefined();
        expect(await storage.stat(key)).toBeUndefined();
        await storage.remove(key);
      }
      expect([await keys('none'), await keys('a/b'), await text('a/b')]).toEqual([[], [], 'x']);
    });
  });

  describe('removing', () => {
    beforeEach(async () => {
      for (const key of ['a/1/x', 'a/1/y/z', 'a/10/x', 'a/2']) await storage.write(key, Buffer.from(key));
    });

    it('removes one file', async () => {
      await storage.remove('a/1/x');
      await storage.remove('a/1/x');
      expect(await keys('a')).toEqual(['a/1/y/z', 'a/10/x', 'a/2']);
    });

    it('removes a folder with all below it, and no folder with the same prefix', async () => {
      await storage.removeFolder('a/1');
      await storage.removeFolder('a/1');
      expect(await keys('a')).toEqual(['a/10/x', 'a/2']);
    });

    it('removes the files of photo 1 and not of photo 12', async () => {
      for (const key of ['renditions/1/v/640.webp', 'renditions/12/v/640.webp']) {
        await storage.write(key, Buffer.from(key));
      }
      expect(await keys('renditions/1')).toEqual(['renditions/1/v/640.webp']);
      await storage.removeFolder('renditions/1');
      expect(await keys('renditions')).toEqual(['renditions/12/v/640.webp']);
    });

    it('removes special characters in names', async () => {
      const odd = [
        'a/x/with  two spaces',
        'a/x/ünï – 写真.jpg',
        'a/x/&lt;b&gt;',
        'a/x/%2e%2e',
        'a/x/a+b',
        'a/x/\'"<>&',
      ];
      for (const key of odd) await storage.write(key, Buffer.from(key));
      await storage.remove(odd[1]!);
      expect(await keys('a/x')).toEqual(odd.filter((_, i) => i !== 1).sort());
      await storage.removeFolder('a/x');
      expect(await keys('a/x')).toEqual([]);
    });

    it('removes no file with the name of the folder', async () => {
      await storage.removeFolder('a/2');
      expect(await text('a/2')).toBe('a/2');
    });
  });

  it('lists all files below a folder, with size and time', async () => {
    for (const key of ['p/1', 'p/q/2', 'p/q/r/3', 'pq/4']) await storage.write(key, Buffer.from(key));
    expect(await keys('p')).toEqual(['p/1', 'p/q/2', 'p/q/r/3']);
    expect(await keys('p/q')).toEqual(['p/q/2', 'p/q/r/3']);
    for await (const file of storage.list('p/q/r')) {
      expect(file).toEqual({ key: 'p/q/r/3', bytes: 7, modifiedAt: expect.any(Date) });
      expect(Math.abs(Date.now() - file.modifiedAt.getTime())).toBeLessThan(60_000);
    }
  });

  it('lists the files of an inner folder in a row', async () => {
    for (const name of ['x', 'y/z', 'z'])
      for (const folder of ['1', '10', '2', '1-', '11']) await storage.write(`p/${folder}/${name}`, Buffer.from('x'));
    const folders: string[] = [];
    for await (const { key } of storage.list('p')) folders.push(key.split('/')[1]!);
    const changes = folders.filter((folder, index) => folder !== folders[index - 1]);
    expect([folders.length, changes.length]).toEqual([15, 5]);
  });

  it('lists during concurrent removals', async () => {
    for (let i = 0; i < 50; i += 1) await storage.write(`p/${i % 5}/${i}`, Buffer.from('x'));
    let count = 0;
    for await (const _ of storage.list('p')) {
      count += 1;
      if (count === 3) await storage.removeFolder('p');
    }
    expect(count).toBeGreaterThanOrEqual(3);
    expect(count).toBeLessThanOrEqual(50);
  });

  describe('an invalid key', () => {
    const bad = [
      '../x',
      'a/../../x',
      'a/..',
      '..',
      '.',
      './a',
      'a/./b',
      '/etc/passwd',
      '//x',
      'a//b',
      'a/',
      '',
      'a\0b',
      'a.part',
    ];

    it.each(bad)('%j is rejected by every method', async (key) => {
      const path = join(local, 'file');
      await writeFile(path, 'x');
      const list = async () => {
        for await (const file of storage.list(key)) return file;
        return undefined;
      };
      for (const attempt of [
        () => storage.write(key, Buffer.from('x')),
        () => storage.moveIn(key, path),
        () => storage.copy(key, 'a'),
        () => storage.copy('a', key),
        () => storage.read(key),
        () => storage.open(key),
        () => storage.stat(key),
        () => storage.remove(key),
        () => storage.removeFolder(key),
        list,
      ]) {
        await expect(attempt()).rejects.toThrow(StorageError);
      }
      expect(await readFile(path, 'utf8')).toBe('x');
    });
  });

  it('has free space', async () => {
    expect(await storage.freeBytes()).toBeGreaterThan(0);
  });

  it('checks that it works', () => storage.check());
}
