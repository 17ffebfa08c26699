import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { openFile } from './open-file.ts';
import {
  assertKey,
  TEMPORARY_SUFFIX,
  type ByteRange,
  type OpenedFile,
  type Storage,
  type StoredFile,
} from './storage.ts';

/** Node's name for the fault. Not by `instanceof Error`: Node's own errors are of another realm inside test runners. */
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
/** A folder where a file is looked for counts as missing too: on other media there are no folders. */
const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(error)));
const isOtherDevice = (error: unknown) => codeOf(error) === 'EXDEV';

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
 * Attempts to write a file whose folder is removed meanwhile. One recursive removal lists each folder up to four times for
 * each four times of its parent. Bounded, because a missing source looks the same.
 */
const PLACE_ATTEMPTS = 100;

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

  async moveIn(key: string, path: string): Promise<void> {
    let copied = false;
    await this.place(key, async (temporary) => {
      try {
        await rename(path, temporary);
      } catch (error) {
        if (!isOtherDevice(error)) throw error;
        await copyFile(path, temporary, constants.COPYFILE_EXCL);
        copied = true;
      }
      await withOpen(temporary, async (file) => {
        // A file made long ago is kept only now, and must not look like an old orphan before it has its row.
        await file.utimes(new Date(), new Date());
        await file.sync();
      });
    });
    if (copied) await rm(path);
  }

  async copy(from: string, to: string): Promise<boolean> {
    const source = this.pathOf(from);
    assertKey(to);
    // Looked for first: to `place` a missing file looks like a missing folder.
    if (!(await this.stat(from))) return false;
    const copied = await orMissing(async () => {
      await this.place(to, async (temporary) => {
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
    // Opened before it is answered, so that a file removed meanwhile is a missing file and not a broken stream.
    const file = await orMissing(() => open(path, 'r'));
    if (!file) return undefined;
    const found = await file.stat();
    if (found.isFile()) return createReadStream(path, { ...range, fd: file });
    await file.close();
    return undefined;
  }

  async fetch(key: string, whole: number): Promise<OpenedFile | undefined> {
    const path = this.pathOf(key);
    return orMissing(() => openFile(path, whole));
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
    // Again where somebody has just put a file into it: what is written for a picture that was deleted goes with it.
    if (found?.isDirectory()) await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }

  async *list(folder: string): AsyncIterable<StoredFile> {
    for await (const path of walk(this.pathOf(folder))) {
      if (path.endsWith(TEMPORARY_SUFFIX)) continue;
      const file = await this.stat(path.slice(this.root.length + 1));
      if (file) yield file;
    }
  }

  async discardUnfinished(before: Date): Promise<number> {
    let count = 0;
    for await (const path of walk(this.root)) {
      if (!path.endsWith(TEMPORARY_SUFFIX)) continue;
      const found = await orMissing(() => stat(path));
      if (!found || found.mtime >= before) continue;
      await rm(path, { force: true });
      count += 1;
    }
    return count;
  }

  async check(): Promise<void> {
    const path = join(this.root, `check-${randomUUID()}${TEMPORARY_SUFFIX}`);
    await makeFolder(this.root);
    try {
      await writeFile(path, 'written to see whether files can be kept', { flag: 'wx', flush: true });
    } finally {
      await rm(path, { force: true });
    }
  }

  /**
   * Lets `fill` make a file beside its final place, then moves it there at once, for good. Starts over where the folder
   * is removed meanwhile: keys need no folder, so removing one must not fail the write of another key.
   */
  private async place(key: string, fill: (temporary: string) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.placeOnce(key, fill);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || attempt === PLACE_ATTEMPTS) throw error;
      }
    }
  }

  private async placeOnce(key: string, fill: (temporary: string) => Promise<void>): Promise<void> {
    const path = this.pathOf(key);
    const folder = dirname(path);
    const temporary = `${path}.${randomUUID()}${TEMPORARY_SUFFIX}`;
    const firstMade = await makeFolder(folder);
    try {
      await fill(temporary);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    // A name is safe only once the folder that holds it is written too: the file's own, and that of each new folder.
    // A folder that is gone by now was removed with the file.
    for (const written of foldersUpTo(folder, firstMade && dirname(firstMade))) {
      await orMissing(() => withOpen(written, (directory) => directory.sync()));
    }
  }

  private pathOf(key: string): string {
    assertKey(key);
    return join(this.root, key);
  }
}

/**
 * Makes a folder, and those above it that are missing. Node's own `recursive` never ends where the system answers that
 * there is no such place, as below /proc.
 *
 * @returns the first that was made
 * @throws ENOENT where none can be made, or where the one above it is removed meanwhile
 */
async function makeFolder(path: string): Promise<string | undefined> {
  const found = (folder: string) => orMissing(() => stat(folder));
  const parent = dirname(path);
  const firstMade = (await found(parent)) ? undefined : await makeFolder(parent);
  try {
    await mkdir(path);
    return firstMade ?? path;
  } catch (error) {
    const there = await found(path);
    // Removed in between.
    if (!there && codeOf(error) === 'EEXIST') return (await makeFolder(path)) && (firstMade ?? path);
    if (!there?.isDirectory()) throw error;
    return firstMade;
  }
}

/** The folder, and those above it up to the given one. */
function foldersUpTo(folder: string, top: string | undefined): string[] {
  const folders = [folder];
  while (top !== undefined && folders.at(-1) !== top) folders.push(dirname(folders.at(-1)!));
  return folders;
}

/** Every file below the folder; what is removed while it runs is left out. */
async function* walk(folder: string): AsyncIterable<string> {
  const entries = await orMissing(() => readdir(folder, { withFileTypes: true }));
  for (const entry of entries ?? []) {
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
