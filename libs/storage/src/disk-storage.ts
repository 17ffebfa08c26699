import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, mkdir, open, opendir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { StorageError, TEMPORARY_SUFFIX, type ByteRange, type Storage, type StoredFile } from './storage.ts';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
const isOtherDevice = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EXDEV';

/** Resolves to undefined where the file is missing. */
async function orMissing<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Storage in a folder. Files are written under a temporary name, synced, and renamed into place. */
export class DiskStorage implements Storage {
  private readonly root: string;

  /** @param root the folder; made when it is missing */
  constructor(root: string) {
    this.root = resolve(root);
  }

  async write(key: string, content: Uint8Array): Promise<void> {
    await this.place(key, async (temporary) => {
      const file = await open(temporary, 'wx');
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
    });
  }

  async adopt(key: string, path: string): Promise<void> {
    await this.place(key, async (temporary) => {
      try {
        await rename(path, temporary);
      } catch (error) {
        if (!isOtherDevice(error)) throw error;
        await copyFile(path, temporary, constants.COPYFILE_EXCL);
        await rm(path);
      }
      await withOpen(temporary, (file) => file.sync());
    });
  }

  async read(key: string): Promise<Buffer | undefined> {
    const path = this.pathOf(key);
    return orMissing(() => readFile(path));
  }

  async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const path = this.pathOf(key);
    // Opened before it is answered, so that a file removed meanwhile is a missing file and not a broken stream.
    const file = await orMissing(() => open(path, 'r'));
    return file && createReadStream(path, { ...range, fd: file });
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const path = this.pathOf(key);
    const found = await orMissing(() => stat(path));
    return found?.isFile() ? { key, bytes: found.size, modifiedAt: found.mtime } : undefined;
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(this.pathOf(folder), { recursive: true, force: true });
  }

  async *list(folder: string): AsyncIterable<StoredFile> {
    const entries = await orMissing(() => opendir(this.pathOf(folder)));
    if (!entries) return;
    for await (const entry of entries) {
      const key = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        yield* this.list(key);
      } else {
        const file = await this.stat(key);
        if (file) yield file;
      }
    }
  }

  async check(): Promise<void> {
    const key = `.check-${randomUUID()}`;
    await this.write(key, new Uint8Array());
    await this.remove(key);
  }

  /** Lets `fill` make a file beside its final place, then moves it there at once, for good. */
  private async place(key: string, fill: (temporary: string) => Promise<void>): Promise<void> {
    const path = this.pathOf(key);
    const folder = dirname(path);
    const temporary = `${path}.${randomUUID()}${TEMPORARY_SUFFIX}`;
    await mkdir(folder, { recursive: true });
    try {
      await fill(temporary);
      await rename(temporary, path);
      // The name is safe only once the folder is written too.
      await withOpen(folder, (directory) => directory.sync());
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  private pathOf(key: string): string {
    const path = resolve(join(this.root, key));
    if (key.includes('\0') || !path.startsWith(this.root + sep)) throw new StorageError('The key leaves the storage');
    return path;
  }
}

async function withOpen(path: string, action: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'r');
  try {
    await action(file);
  } finally {
    await file.close();
  }
}
