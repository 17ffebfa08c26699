import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BAG, DECLARATION, manifestLine } from './manifest.ts';

export interface BaggedFile {
  bytes: number;
  sha256: string;
}

/** A folder or an archive that becomes a bag. */
export interface BagTarget {
  /** Folder of temporary files. */
  readonly scratch: string;
  /** Writes a file. Concurrent calls are safe. @param bytes its size, where it is known */
  write(path: string, content: Readable, bytes?: number): Promise<BaggedFile>;
  /** Completes the bag: a folder gets its final name, an archive ends its stream. */
  finish(): Promise<void>;
  /** Abandons the incomplete bag. */
  discard(error: Error): Promise<void>;
}

/** Names of temporary files. */
const MANIFEST = 'manifest';
const LIST = 'list';

/** Writes a BagIt bag (RFC 8493). */
export class BagWriter {
  /** Written so far, without tag files. */
  readonly payload = { files: 0, bytes: 0 };

  private constructor(
    private readonly target: BagTarget,
    private readonly manifest: FileHandle,
  ) {}

  /** @throws when its temporary file cannot be opened; the target is discarded then */
  static async create(target: BagTarget): Promise<BagWriter> {
    try {
      return new BagWriter(target, await open(join(target.scratch, MANIFEST), 'a', 0o600));
    } catch (error) {
      await target.discard(error as Error);
      throw error;
    }
  }

  /** Adds a payload file. Concurrent calls are safe. @param bytes its size, where it is known */
  async add(path: string, content: Readable | Buffer | string, bytes?: number): Promise<BaggedFile> {
    const file = await this.write(path, content, bytes);
    await this.manifest.appendFile(manifestLine(path, file.sha256));
    this.payload.files += 1;
    this.payload.bytes += file.bytes;
    return file;
  }

  /** Writes the temporary file of the bag; a second call overwrites it. @returns its path */
  async addTemporary(content: Readable): Promise<string> {
    const path = join(this.target.scratch, LIST);
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    return path;
  }

  /** Writes the tag files and finishes the target. */
  async finish(info: Record<string, string>): Promise<void> {
    const { files, bytes } = this.payload;
    await this.manifest.close();
    const tags = new Map<string, string>();
    const tag = async (name: string, content: Readable | string, size?: number) =>
      void tags.set(name, (await this.write(name, content, size)).sha256);
    const manifest = join(this.target.scratch, MANIFEST);
    await tag(BAG.manifest, createReadStream(manifest), (await stat(manifest)).size);
    const lines = Object.entries({ ...info, 'Payload-Oxum': `${bytes}.${files}` });
    await tag(BAG.info, lines.map(([label, value]) => `${label}: ${value}\n`).join(''));
    await tag(BAG.declaration, DECLARATION);
    await this.write(BAG.tagManifest, [...tags].map(([path, sha256]) => manifestLine(path, sha256)).join(''));
    await this.target.finish();
  }

  async discard(error: Error): Promise<void> {
    await this.manifest.close();
    await this.target.discard(error);
  }

  private write(path: string, content: Readable | Buffer | string, bytes?: number): Promise<BaggedFile> {
    if (content instanceof Readable) return this.target.write(path, content, bytes);
    const buffer = Buffer.from(content);
    return this.target.write(path, Readable.from([buffer]), buffer.length);
  }
}

/** Pipeline step that counts bytes and computes their SHA-256. @param onEnd called with the result */
export const countAndHash = (onEnd: (file: BaggedFile) => void) =>
  async function* (chunks: AsyncIterable<Buffer | string>) {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunks) {
      const data = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      hash.update(data);
      bytes += data.length;
      yield data;
    }
    onEnd({ bytes, sha256: hash.digest('hex') });
  };
