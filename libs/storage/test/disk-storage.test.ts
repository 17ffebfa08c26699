import fs, { ReadStream, readdirSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DiskStorage } from '../src/disk-storage.ts';

const fail = (message: string): never => {
  throw new Error(message);
};
const makeFolder = (parent = tmpdir()) => mkdtemp(join(parent, 'storage-test-'));

describe('disk storage', () => {
  let root: string;
  let storage: DiskStorage;
  beforeEach(async () => {
    root = await makeFolder();
    storage = new DiskStorage(root);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const everything = async () => (await readdir(root, { recursive: true })).sort();

  it('leaves no temporary file after a write or a failed write', async () => {
    await storage.write('a/b', Buffer.from('x'));
    await mkdir(join(root, 'a', 'folder', 'in the way'), { recursive: true });
    await expect(storage.write('a/folder', Buffer.from('x'))).rejects.toThrow();
    expect(await everything()).toEqual(['a', 'a/b', 'a/folder', 'a/folder/in the way']);
  });

  it.each([1, 20])('writes a file whose folder is removed concurrently %d times', async (times) => {
    const folder = join(root, 'a', '1');
    let left = times;
    // Read while the temporary file is open.
    const content = {
      *[Symbol.iterator]() {
        if (left-- > 0) rmSync(folder, { recursive: true });
        yield Buffer.from('x');
      },
    };
    await storage.write('a/1/b', content as unknown as Uint8Array);
    expect(await everything()).toEqual(['a', 'a/1', 'a/1/b']);
  });

  it('writes files during removals of their folder', async () => {
    for (let round = 0; round < 50; round += 1) {
      const writes = Array.from({ length: 8 }, (_, file) => storage.write(`a/1/${file}`, Buffer.from('x')));
      await Promise.all([...writes, storage.removeFolder('a/1')]);
    }
    expect((await everything()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('rejects a missing local file', async () => {
    await expect(storage.moveIn('a/b', join(root, 'nothing'))).rejects.toThrow('ENOENT');
    expect(await everything()).toEqual(['a']);
  });

  it('hides temporary files, and discards old ones', async () => {
    await storage.write('trash/b', Buffer.from('whole'));
    const names = ['trash/b.1.part', 'check-1.part', 'trash/b.2.part', 'check-2.part'];
    for (const name of names) await writeFile(join(root, name), 'half');
    for (const name of names.slice(0, 2)) await utimes(join(root, name), new Date(0), new Date(0));
    const listed: string[] = [];
    for await (const { key } of storage.list('trash')) listed.push(key);
    expect(listed).toEqual(['trash/b']);
    expect(await storage.discardUnfinished(new Date(Date.now() - 60_000))).toBe(2);
    expect(await everything()).toEqual(['check-2.part', 'trash', 'trash/b', 'trash/b.2.part']);
  });

  it('leaves files of other programs in the root, and folders that cannot be read', async () => {
    await mkdir(join(root, 'lost+found'));
    await writeFile(join(root, 'film.part'), 'half');
    const { opendir } = fs.promises;
    jest
      .spyOn(fs.promises, 'opendir')
      .mockImplementation((path, options) =>
        String(path).endsWith('lost+found') ? Promise.reject(new Error('EACCES')) : opendir(path, options),
      );
    syncBuiltinESMExports();
    const discarded = storage.discardUnfinished(new Date(Date.now() + 1_000)).finally(() => {
      jest.restoreAllMocks();
      syncBuiltinESMExports();
    });
    expect(await discarded).toBe(0);
    expect(await everything()).toEqual(['film.part', 'lost+found']);
  });

  it('discards unfinished writes of one folder only', async () => {
    for (const folder of ['renditions/1', 'renditions/12']) {
      await storage.write(`${folder}/v/640.webp`, Buffer.from('whole'));
      await writeFile(join(root, folder, 'v', '640.avif.1.part'), 'half');
    }
    expect(await storage.discardUnfinished(new Date(Date.now() + 1_000), 'renditions/1')).toBe(1);
    expect((await everything()).filter((name) => name.endsWith('.part'))).toEqual(['renditions/12/v/640.avif.1.part']);
  });

  it('repeats a write whose temporary file is discarded meanwhile', async () => {
    let attempts = 0;
    // Read while the temporary file is open.
    const content = {
      *[Symbol.iterator]() {
        attempts += 1;
        if (attempts === 1) for (const name of readdirSync(join(root, 'a'))) rmSync(join(root, 'a', name));
        yield Buffer.from('x');
      },
    };
    await storage.write('a/b', content as unknown as Uint8Array);
    expect([attempts, await everything()]).toEqual([2, ['a', 'a/b']]);
  });

  it('buffers small files and streams larger ones', async () => {
    await storage.write('a/b', Buffer.from('0123456789'));

    expect((await storage.fetch('a/b', 10))?.content).toEqual(Buffer.from('0123456789'));
    const { content } = (await storage.fetch('a/b', 9))!;
    expect(content).toBeInstanceOf(ReadStream);
    (content as ReadStream).destroy();
  });

  it('closes the file when a stream is destroyed, or its size cannot be read', async () => {
    await storage.write('a/b', Buffer.alloc(1_000_000));
    const openFiles = async () => (await readdir('/proc/self/fd')).length;
    const before = await openFiles();
    for (let i = 0; i < 20; i += 1) {
      const stream = (await storage.open('a/b'))!;
      stream.destroy();
      await new Promise((resolve) => stream.once('close', resolve));
    }
    for (let i = 0; i < 20; i += 1) await storage.open('a');
    const file = await open(join(root, 'a/b'));
    await file.close();
    jest.spyOn(Object.getPrototypeOf(file) as typeof file, 'stat').mockRejectedValue(new Error('lost mount'));
    for (let i = 0; i < 20; i += 1) await expect(storage.open('a/b')).rejects.toThrow('lost mount');
    jest.restoreAllMocks();
    expect(await openFiles()).toBeLessThanOrEqual(before + 2);
  });

  it.each([
    ['read', (...args: unknown[]) => setImmediate(args.at(-1) as (error: Error) => void, new Error('lost mount'))],
    ['fstatSync', () => fail('lost mount')],
  ] as const)('reports the error of %s on a lost mount where close fails, too', async (call, failing) => {
    await storage.write('a/b', Buffer.from('x'));
    const { closeSync } = fs;
    jest.spyOn(fs, call).mockImplementation(failing as never);
    jest.spyOn(fs, 'closeSync').mockImplementation((fd) => (closeSync(fd), fail('close failed')));
    syncBuiltinESMExports();
    const fetched = storage.fetch('a/b', 10).finally(() => {
      jest.restoreAllMocks();
      syncBuiltinESMExports();
    });
    await expect(fetched).rejects.toThrow('lost mount');
  });

  it('leaves no file of a check', async () => {
    await storage.check();
    expect(await everything()).toEqual([]);
  });

  it('fails the check below a file', async () => {
    await writeFile(join(root, 'file'), '');
    await expect(new DiskStorage(join(root, 'file', 'media')).check()).rejects.toThrow();
  });

  it('fails the check behind a link to nothing', async () => {
    await symlink(join(root, 'absent'), join(root, 'link'));
    await expect(new DiskStorage(join(root, 'link')).check()).rejects.toThrow('EEXIST');
  });

  it('fails the check where no folder can be created', async () => {
    const nowhere = new DiskStorage('/proc/portfolio/media');
    await expect(nowhere.check()).rejects.toThrow('ENOENT');
    await expect(nowhere.write('a/b', Buffer.from('x'))).rejects.toThrow('ENOENT');
  });

  it('fails the check in a read-only folder', async () => {
    if (process.getuid?.() === 0) return; // root may write anywhere
    await chmod(root, 0o500);
    await expect(storage.check()).rejects.toThrow('EACCES');
    await chmod(root, 0o700);
  });
});

describe('moving in a file of another device', () => {
  it('copies the file before it removes it', async () => {
    const [here, there] = [await makeFolder(), await otherDevice((await stat(tmpdir())).dev)];
    // Skipped on a system with one device.
    if (!there) return;
    const storage = new DiskStorage(here);
    try {
      const path = join(there, 'upload');
      await writeFile(path, Buffer.alloc(300_000, 'x'));
      await storage.moveIn('a/b', path);
      expect((await storage.read('a/b'))!.equals(Buffer.alloc(300_000, 'x'))).toBe(true);
      await expect(readFile(path)).rejects.toThrow('ENOENT');

      await writeFile(path, 'stored');
      await mkdir(join(here, 'a', 'folder', 'in the way'), { recursive: true });
      await expect(storage.moveIn('a/folder', path)).rejects.toThrow();
      expect(await readFile(path, 'utf8')).toBe('stored');
      expect((await readdir(join(here, 'a'))).sort()).toEqual(['b', 'folder']);
    } finally {
      await rm(here, { recursive: true, force: true });
      await rm(there, { recursive: true, force: true });
    }
  });

  async function otherDevice(than: number): Promise<string | undefined> {
    for (const parent of ['/dev/shm', '/var/tmp', process.cwd()]) {
      const found = await stat(parent).catch(() => undefined);
      if (found && found.dev !== than) return makeFolder(parent);
    }
    return undefined;
  }
});
