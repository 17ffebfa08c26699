import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  constants,
  copyFile,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  unlink,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PICTURE_FOLDERS } from './keys.ts';
import { openFile } from './open-file.ts';
import {
  assertKey,
  TEMPORARY_SUFFIX,
  type ByteRange,
  type OpenedFile,
  type Storage,
  type StoredFile,
} from './storage.ts';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
/** A folder instead of a file counts as missing: buckets have no folders. */
const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '');

/** Resolves to undefined where the file is missing. */
async function orMissing<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Attempts to write a file whose folder is removed concurrently: one recursive removal may fail sixteen in a row. Their
 * number is limited, because a missing source gives the same error.
 */
const WRITE_ATTEMPTS = 100;

const CHECK_PREFIX = 'check-';

/** A folder may have an entry for each picture. */
const ENTRIES_PER_READ = 500;

/** Storage in a folder. Files are written to a temporary file, synced, and renamed. */
export class DiskStorage implements Storage {
  private readonly root: string;

  /** @param root created if missing */
  constructor(root: string) {
    this.root = resolve(root);
  }

  async write(key: string, content: Uint8Array): Promise<void> {
    await this.writeAtomically(key, (temporary) => writeFile(temporary, content, { flag: 'wx', flush: true }));
  }

  async writeStream(key: string, content: Readable): Promise<void> {
    // One attempt: a stream cannot start over.
    await this.attemptWrite(key, (temporary) =>
      pipeline(content, createWriteStream(temporary, { flags: 'wx', flush: true })),
    );
  }

  async moveIn(key: string, path: string): Promise<void> {
    let copied = false;
    await this.writeAtomically(key, async (temporary) => {
      try {
        await rename(path, temporary);
      } catch (error) {
        if (codeOf(error) !== 'EXDEV') throw error;
        await copyFile(path, temporary, constants.COPYFILE_EXCL);
        copied = true;
      }
      await withOpen(temporary, async (file) => {
        // An old time would make it an orphan before it has its row.
        await file.utimes(new Date(), new Date());
        await file.sync();
      });
    });
    if (copied) await rm(path);
  }

  async copy(from: string, to: string): Promise<boolean> {
    const source = this.pathOf(from);
    assertKey(to);
    // Checked first: `writeAtomically` retries a missing file like a missing folder.
    if (!(await this.stat(from))) return false;
    const copied = await orMissing(async () => {
      await this.writeAtomically(to, async (temporary) => {
        await copyFile(source, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        await withOpen(temporary, (file) => file.sync());
      });
      return true;
    });
    return copied ?? false;
  }

  async read(key: string): Promise<Buffer | undefined> {
    const path = this.pathOf(key);
    return orMissing(() => readFile(path));
  }

  async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const path = this.pathOf(key);
    // Opened first, so that a file removed meanwhile is missing and not a broken stream.
    const file = await orMissing(() => open(path, 'r'));
    if (!file) return undefined;
    const found = await file.stat().catch(async (error: unknown) => {
      await file.close().catch(() => undefined);
      throw error;
    });
    if (found.isFile()) return createReadStream(path, { ...range, fd: file });
    await file.close();
    return undefined;
  }

  async fetch(key: string, maxBuffered: number): Promise<OpenedFile | undefined> {
    const path = this.pathOf(key);
    return orMissing(() => openFile(path, maxBuffered));
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const path = this.pathOf(key);
    const found = await orMissing(() => stat(path));
    return found?.isFile() ? { key, bytes: found.size, modifiedAt: new Date(found.mtimeMs) } : undefined;
  }

  async remove(key: string): Promise<void> {
    const path = this.pathOf(key);
    await orMissing(() => unlink(path));
  }

  async removeFolder(folder: string): Promise<void> {
    const path = this.pathOf(folder);
    const found = await orMissing(() => stat(path));
    // Retried where a concurrent write adds a file.
    if (found?.isDirectory()) await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }

  async *list(folder: string): AsyncIterable<StoredFile> {
    for await (const path of walk(this.pathOf(folder))) {
      if (path.endsWith(TEMPORARY_SUFFIX)) continue;
      const file = await this.stat(path.slice(this.root.length + 1));
      if (file) yield file;
    }
  }

  async discardUnfinished(before: Date, folder?: string): Promise<number> {
    let count = 0;
    for await (const path of this.unfinished(folder)) {
      const found = await orMissing(() => stat(path));
      if (!found || found.mtime >= before) continue;
      await rm(path, { force: true });
      count += 1;
    }
    return count;
  }

  async freeBytes(): Promise<number> {
    await makeFolder(this.root);
    const { bavail, bsize } = await statfs(this.root);
    return bavail * bsize;
  }

  async check(): Promise<void> {
    const path = join(this.root, `${CHECK_PREFIX}${randomUUID()}${TEMPORARY_SUFFIX}`);
    await makeFolder(this.root);
    try {
      await writeFile(path, 'storage check', { flag: 'wx', flush: true });
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Leaves other programs' files in the root, and folders such as an unreadable `lost+found`. */
  private async *unfinished(folder?: string): AsyncIterable<string> {
    for (const each of folder === undefined ? PICTURE_FOLDERS : [folder]) {
      for await (const path of walk(this.pathOf(each))) if (path.endsWith(TEMPORARY_SUFFIX)) yield path;
    }
    if (folder !== undefined) return;
    for (const name of (await orMissing(() => readdir(this.root))) ?? []) {
      if (name.startsWith(CHECK_PREFIX) && name.endsWith(TEMPORARY_SUFFIX)) yield join(this.root, name);
    }
  }

  /**
   * Writes a temporary file with `fill`, then renames it. Starts over where the folder or the temporary file is removed
   * concurrently. `moveIn` then fails if its source has already moved.
   */
  private async writeAtomically(key: string, fill: (temporary: string) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attemptWrite(key, fill);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || attempt === WRITE_ATTEMPTS) throw error;
      }
    }
  }

  private async attemptWrite(key: string, fill: (temporary: string) => Promise<void>): Promise<void> {
    const path = this.pathOf(key);
    const folder = dirname(path);
    const temporary = `${path}.${randomUUID()}${TEMPORARY_SUFFIX}`;
    await makeFolder(folder);
    try {
      await fill(temporary);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(folder);
  }

  private pathOf(key: string): string {
    assertKey(key);
    return join(this.root, key);
  }
}

/**
 * Creates a folder with its parents. Node's `recursive` option never ends where mkdir fails with ENOENT, as below /proc.
 *
 * @throws ENOENT where it cannot be created, or its parent is removed concurrently
 */
async function makeFolder(path: string): Promise<void> {
  const found = (folder: string) => orMissing(() => stat(folder));
  const parent = dirname(path);
  if (!(await found(parent))) await makeFolder(parent);
  try {
    await mkdir(path);
  } catch (error) {
    const there = await found(path);
    if (there?.isDirectory()) return;
    // Removed in between; a link to nothing is still there.
    const isRemoved = !there && codeOf(error) === 'EEXIST' && !(await orMissing(() => lstat(path)));
    if (!isRemoved) throw error;
    return makeFolder(path);
  }
  await syncFolder(parent);
}

/** Makes new names in the folder durable. A missing folder was removed with them. */
const syncFolder = (path: string) => orMissing(() => withOpen(path, (folder) => folder.sync()));

/** All files below the folder; concurrently removed ones are left out. */
async function* walk(folder: string): AsyncIterable<string> {
  const entries = await orMissing(() => opendir(folder, { bufferSize: ENTRIES_PER_READ }));
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
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
