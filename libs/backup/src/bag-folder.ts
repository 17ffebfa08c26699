import { lstat, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explainFolderFault, makeFolder } from '@portfolio/lifecycle';
import { BackupError } from './backup-error.ts';
import { type BaggedFile, type BagTarget, countAndHash } from './bag-writer.ts';

/** A folder, written under a temporary name. Only its owner may read it. */
export class BagFolder implements BagTarget {
  private constructor(
    readonly path: string,
    private readonly partial: string,
    readonly scratch: string,
  ) {}

  /** @throws BackupError when the folder is not empty, a link, a mounted disk, or cannot be created */
  static async create(folder: string): Promise<BagFolder> {
    const path = resolve(folder);
    const partial = join(dirname(path), `${basename(path)}.partial-${process.pid}`);
    const scratch = join(partial, 'temporary');
    await assertEmpty(path);
    // A rename cannot replace a link, even a dangling one.
    const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink();
    if (isLink) throw new BackupError(`${path} is a link. Name the folder itself.`);
    if (await isMounted(path)) throw new BackupError(`${path} is a mounted disk. Name a folder inside it.`);
    // Left by a killed process with the same id.
    await rm(partial, { recursive: true, force: true });
    try {
      makeFolder(partial, 0o700);
      makeFolder(scratch, 0o700);
    } catch (cause) {
      const message = explainFolderFault(cause, path);
      throw message === undefined ? cause : new BackupError(message, { cause });
    }
    return new BagFolder(path, partial, scratch);
  }

  async write(path: string, content: Readable): Promise<BaggedFile> {
    const target = join(this.partial, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(target, 'w', 0o600);
    let written: BaggedFile | undefined;
    try {
      await pipeline(
        content,
        countAndHash((sum) => (written = sum)),
        async (chunks) => {
          for await (const chunk of chunks) await file.writeFile(chunk);
        },
      );
      await file.sync();
    } finally {
      await file.close();
    }
    return written!;
  }

  async finish(): Promise<void> {
    await rm(this.scratch, { recursive: true, force: true });
    await syncFolders(this.partial);
    await assertEmpty(this.path);
    await rmdir(this.path).catch(() => undefined);
    await rename(this.partial, this.path);
    await syncFolder(dirname(this.path));
  }

  async discard(): Promise<void> {
    await rm(this.partial, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function assertEmpty(folder: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new BackupError(`${folder} is not a folder that can be written to.`, { cause: error });
  }
  if (names.length > 0) throw new BackupError(`${folder} is not empty. Name a folder that does not exist yet.`);
}

/** A mount point cannot be replaced by a rename. */
async function isMounted(folder: string): Promise<boolean> {
  const own = await stat(folder).catch(() => undefined);
  return own !== undefined && own.dev !== (await stat(dirname(folder))).dev;
}

async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}

/** A rename is durable after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
