import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { type BaggedFile, type BagTarget, countAndHash } from './bag-writer.ts';
import { type BackupOptions, type BackupReport, writeBackup } from './make-backup.ts';

const SCRATCH = 'portfolio-export-';
const DAY = 24 * 60 * 60_000;

/**
 * Writes the same bag as `makeBackup` as one tar file into the storage. Only tables and lists are written to temporary
 * files, because a tar header has the size of its file.
 *
 * @param key of the archive, which exists only when it is whole
 * @throws BackupError as `makeBackup`, or the error of the storage
 */
export async function exportBag({ key, ...options }: BackupOptions & { key: string }): Promise<BackupReport> {
  // Folder with the UTC day of the start. The name of the download has the site's day of the end.
  const archive = await BagArchive.create(`portfolio-${new Date().toISOString().slice(0, 10)}`);
  const content = Readable.from(archive.read());
  try {
    const [stored, made] = await Promise.allSettled([
      options.storage.writeStream(key, content).catch((error: Error) => {
        archive.close(error);
        throw error;
      }),
      writeBackup(archive, options),
    ]);
    // The failure of one side ends the other with an error that explains nothing.
    if (stored.status === 'rejected' && archive.isClosed) throw stored.reason;
    if (made.status === 'rejected') throw made.reason;
    if (stored.status === 'rejected') throw stored.reason;
    return made.value;
  } finally {
    await rm(archive.scratch, { recursive: true, force: true });
  }
}

/** An uncompressed tar archive with one folder: images do not compress. */
class BagArchive implements BagTarget {
  /** Whether its reader stopped before the end. */
  isClosed = false;
  /** Whether its reader has seen its end, or its failure. */
  private isOver = false;
  private readonly archive = pack();
  /** The previous entry: a tar stream takes one at a time. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly name: string,
    readonly scratch: string,
  ) {
    // An error before `read` starts would end the process.
    this.archive.on('error', () => undefined);
  }

  static async create(name: string): Promise<BagArchive> {
    await discardScratches(new Date(Date.now() - DAY));
    return new BagArchive(name, await mkdtemp(join(tmpdir(), SCRATCH)));
  }

  async *read(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.archive) yield chunk as Buffer;
      this.isOver = true;
    } catch (error) {
      this.isOver = true;
      throw error;
    } finally {
      this.isClosed = !this.isOver;
    }
  }

  /** Fails the pending writes. `read` does so itself, unless the upload failed before it took the first chunk. */
  close(error: Error): void {
    this.isClosed ||= !this.isOver;
    this.archive.destroy(error);
  }

  async write(path: string, content: Readable, bytes?: number): Promise<BaggedFile> {
    if (bytes === undefined) return this.writeSpooled(path, content);
    const entry = this.last.then(() => this.writeEntry(path, content, bytes));
    this.last = entry.catch(() => undefined);
    return entry;
  }

  finish(): Promise<void> {
    this.archive.finalize();
    return Promise.resolve();
  }

  discard(error: Error): Promise<void> {
    this.archive.destroy(error);
    return Promise.resolve();
  }

  private async writeSpooled(path: string, content: Readable): Promise<BaggedFile> {
    const spool = join(this.scratch, randomUUID());
    const output = createWriteStream(spool, { mode: 0o600 });
    await pipeline(content, output);
    const file = await this.write(path, createReadStream(spool), output.bytesWritten);
    await rm(spool);
    return file;
  }

  private async writeEntry(path: string, content: Readable, size: number): Promise<BaggedFile> {
    let written: BaggedFile | undefined;
    try {
      const entry = this.archive.entry({ name: `${this.name}/${path}`, size, mode: 0o600 });
      await pipeline(
        content,
        countAndHash((sum) => (written = sum)),
        entry as unknown as NodeJS.WritableStream,
      );
    } finally {
      // `entry` throws on a closed archive, before `pipeline` could close the content.
      content.destroy();
    }
    return written!;
  }
}

/** Removes folders that killed processes have left: they hold rows of the site. */
async function discardScratches(before: Date): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name);
    const found = name.startsWith(SCRATCH) ? await stat(path).catch(() => undefined) : undefined;
    // One of another user stays.
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
