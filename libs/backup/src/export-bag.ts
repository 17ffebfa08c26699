import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { type BaggedFile, type BagTarget, counted } from './bag-writer.ts';
import { type BackupOptions, type BackupReport, writeBackup } from './make-backup.ts';

/** Folder in the archive, and its name without extension. */
export const exportName = (takenAt: Date) => `portfolio-${takenAt.toISOString().slice(0, 10)}`;

/**
 * Writes the same bag as `makeBackup` as one tar file into the storage. Only tables and lists are written to temporary
 * files, because a tar header has the size of its file.
 *
 * @param key of the archive, which exists only when it is whole
 * @throws BackupError as `makeBackup`, or the error of the storage
 */
export async function exportBag({ key, ...options }: BackupOptions & { key: string }): Promise<BackupReport> {
  const archive = await BagArchive.create(exportName(new Date()));
  const content = Readable.from(archive.read());
  try {
    const [stored, made] = await Promise.allSettled([
      options.storage.writeStream(key, content).finally(() => content.destroy()),
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
  private readonly archive = pack();
  /** The entry before: entries follow each other. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly name: string,
    readonly scratch: string,
  ) {}

  static async create(name: string): Promise<BagArchive> {
    return new BagArchive(name, await mkdtemp(join(tmpdir(), 'portfolio-export-')));
  }

  async *read(): AsyncGenerator<Buffer> {
    let isOver = false;
    try {
      for await (const chunk of this.archive) yield chunk as Buffer;
      isOver = true;
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      this.isClosed = !isOver;
    }
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
        counted((sum) => (written = sum)),
        entry as unknown as NodeJS.WritableStream,
      );
    } finally {
      // Where the archive was closed before.
      content.destroy();
    }
    return written!;
  }
}
