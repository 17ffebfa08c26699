import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { messageOf } from '@portfolio/lifecycle';
import type { Storage } from '@portfolio/storage';
import { type Entry, extract } from 'tar-stream';
import { BackupError, type OnProgress, TransientBackupError } from './backup-error.ts';
import type { BagFile, BagSource } from './bag-source.ts';
import { BAG, isInside } from './manifest.ts';

/** Bytes of a tar header; the content follows it. */
const HEADER_BYTES = 512;

/** Most bytes between two files: tar-stream buffers names and attributes of any declared size. */
const MAX_BETWEEN_FILES = 1_000_000;

interface ArchivedFile {
  /** Offset of its first byte in the archive. */
  start: number;
  bytes: number;
  sha256: string;
}

/** A part of an archive, a file in the storage. */
interface Part {
  key: string;
  start: number;
  bytes: number;
}

export interface ArchiveOptions {
  storage: Storage;
  /** Keys of its parts, in order. */
  keys: string[];
  /** In bytes. */
  onProgress?: OnProgress;
  signal?: AbortSignal | undefined;
}

/**
 * A tar archive with a bag in one folder, as `exportBag` writes it, in parts in the storage. It is read where it is, without
 * a local copy: the disk of a container may be smaller than the site.
 */
export class ArchiveSource implements BagSource {
  readonly name = 'the archive';
  private readonly files = new Map<string, ArchivedFile>();

  private constructor(
    private readonly storage: Storage,
    private readonly parts: Part[],
  ) {}

  /** Reads the whole archive for the places and hashes of its files. @throws BackupError if it is not an archive of a bag */
  static async index({ storage, keys, onProgress, signal }: ArchiveOptions): Promise<ArchiveSource> {
    const parts: Part[] = [];
    let total = 0;
    for (const key of keys) {
      const stored = await storage.stat(key);
      if (!stored) throw new BackupError('The archive is not stored any more. Select it again.');
      parts.push({ key, start: total, bytes: stored.bytes });
      total += stored.bytes;
    }
    const source = new ArchiveSource(storage, parts);
    await source.readEntries(total, onProgress, signal);
    return source;
  }

  *payload(): Iterable<BagFile> {
    for (const [path, { bytes }] of this.files) if (path.startsWith(`${BAG.payload}/`)) yield { path, bytes };
  }

  has(path: string): Promise<boolean> {
    return Promise.resolve(this.files.has(path));
  }

  open(path: string): Promise<Readable> {
    const { start, bytes } = this.find(path);
    return Promise.resolve(Readable.from(this.read(start, start + bytes), { objectMode: false }));
  }

  hashOf(path: string): Promise<string> {
    return Promise.resolve().then(() => this.find(path).sha256);
  }

  private find(path: string): ArchivedFile {
    const file = this.files.get(path);
    if (!file) throw Object.assign(new Error(`${path} is not in the archive`), { code: 'ENOENT' });
    return file;
  }

  private async readEntries(total: number, onProgress?: OnProgress, signal?: AbortSignal): Promise<void> {
    const entries = extract();
    // The failure of the storage, which is no fault of the archive.
    let failure: unknown;
    const content = this.read(0, total, (error) => (failure = error));
    let sinceFile = 0;
    const bounded = async function* () {
      for await (const chunk of content) {
        if (sinceFile > MAX_BETWEEN_FILES) throw new Error('Too many bytes without a file');
        sinceFile += chunk.length;
        yield chunk;
      }
    };
    const reading = pipeline(Readable.from(bounded()), entries as unknown as NodeJS.WritableStream, {
      ...(signal && { signal }),
    });
    reading.catch(() => undefined);
    try {
      for await (const entry of entries) {
        sinceFile = -Infinity;
        const bytes = await this.add(entry);
        sinceFile = 0;
        onProgress?.(this.offsetOf(entry) + bytes, total);
      }
      await reading;
    } catch (error) {
      signal?.throwIfAborted();
      if (failure !== undefined) throw failure;
      if (error instanceof BackupError) throw error;
      throw new BackupError('The archive is damaged or incomplete. Select the .tar file of an export.', {
        cause: error,
      });
    }
  }

  /** @returns the size of its content */
  private async add(entry: Entry): Promise<number> {
    const { name, type, size = 0 } = entry.header;
    // Without content, whatever its size.
    if (type === 'directory') return 0;
    // The first name is the folder of the bag.
    const [, path] = /^(?:\.\/)?[^/]+\/(.+)$/s.exec(name) ?? [];
    const isSize = Number.isSafeInteger(size) && size >= 0;
    // With another size, tar-stream would never end the entry.
    if (type !== 'file' || path === undefined || !isInside(path) || this.files.has(path) || !isSize) {
      throw new BackupError(`The archive has "${name}", which is not part of an export.`);
    }
    const hash = createHash('sha256');
    for await (const chunk of entry) hash.update(chunk as Buffer);
    const start = this.offsetOf(entry) + HEADER_BYTES;
    this.files.set(path, { start, bytes: size, sha256: hash.digest('hex') });
    return size;
  }

  /** Offset of the entry's header, which the types lack. */
  private readonly offsetOf = (entry: Entry) => (entry as Entry & { offset: number }).offset;

  /** Bytes of the archive. @throws TransientBackupError for an error of the storage, which `onFailure` receives before */
  private async *read(from: number, to: number, onFailure?: (error: unknown) => void): AsyncGenerator<Buffer> {
    try {
      for (const { key, start, bytes } of this.parts) {
        const range = { start: Math.max(from - start, 0), end: Math.min(to - start, bytes) - 1 };
        if (range.start > range.end) continue;
        const content = await this.storage.open(key, range);
        if (!content) throw new Error(`${key} is missing`);
        yield* content as AsyncIterable<Buffer>;
      }
    } catch (cause) {
      onFailure?.(cause);
      throw new TransientBackupError(`The archive cannot be read now: ${messageOf(cause)}`, { cause });
    }
  }
}
