import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explainFolderFault, makeFolder } from '@portfolio/lifecycle';
import { CommandError } from '../commands/command-line.ts';
import { BAG, type Checksums, DECLARATION, manifestLine } from './manifest.ts';

export interface BaggedFile {
  bytes: number;
  sha256: string;
}

/** Writes a BagIt bag (RFC 8493) to a temporary folder and renames it when complete. Only its owner may read it. */
export class BagWriter {
  readonly folder: string;
  private readonly partial: string;
  private readonly files = new Map<string, BaggedFile>();

  private constructor(folder: string) {
    this.folder = folder;
    this.partial = join(dirname(folder), `${basename(folder)}.partial-${process.pid}`);
  }

  /** @throws CommandError when the folder is not empty or cannot be created */
  static async create(folder: string): Promise<BagWriter> {
    const writer = new BagWriter(resolve(folder));
    await assertEmpty(writer.folder);
    // Left by a killed process with the same id.
    await rm(writer.partial, { recursive: true, force: true });
    try {
      makeFolder(writer.partial, 0o700);
    } catch (cause) {
      const message = explainFolderFault(cause, writer.folder);
      throw message === undefined ? cause : new CommandError(message, 1, { cause });
    }
    return writer;
  }

  get payload(): { files: number; bytes: number } {
    let bytes = 0;
    for (const file of this.files.values()) bytes += file.bytes;
    return { files: this.files.size, bytes };
  }

  async add(path: string, content: Readable | string): Promise<BaggedFile> {
    const file = await this.write(path, content);
    this.files.set(path, file);
    return file;
  }

  /** Writes the tag files, syncs all and renames the folder. */
  async finish(info: Record<string, string>): Promise<void> {
    const { files, bytes } = this.payload;
    const tags: Checksums = new Map();
    const tag = async (name: string, content: string) => void tags.set(name, (await this.write(name, content)).sha256);
    const lines = Object.entries({ ...info, 'Payload-Oxum': `${bytes}.${files}` });
    await tag(BAG.manifest, [...this.files].map(([path, { sha256 }]) => manifestLine(path, sha256)).join(''));
    await tag(BAG.info, lines.map(([label, value]) => `${label}: ${value}\n`).join(''));
    await tag(BAG.declaration, DECLARATION);
    await this.write(BAG.tagManifest, [...tags].map(([path, sha256]) => manifestLine(path, sha256)).join(''));
    await syncFolders(this.partial);
    await assertEmpty(this.folder);
    await rmdir(this.folder).catch(() => undefined);
    await rename(this.partial, this.folder);
    await syncFolder(dirname(this.folder));
  }

  async discard(): Promise<void> {
    await rm(this.partial, { recursive: true, force: true, maxRetries: 3 });
  }

  private async write(path: string, content: Readable | string): Promise<BaggedFile> {
    const target = join(this.partial, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(target, 'w', 0o600);
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      await pipeline(
        typeof content === 'string' ? [content] : content,
        async (chunks: AsyncIterable<Buffer | string>) => {
          for await (const chunk of chunks) {
            const data = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
            hash.update(data);
            bytes += data.length;
            await file.writeFile(data);
          }
        },
      );
      await file.sync();
    } finally {
      await file.close();
    }
    return { bytes, sha256: hash.digest('hex') };
  }
}

async function assertEmpty(folder: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new CommandError(`${folder} is not a folder that can be written to.`, 1, { cause: error });
  }
  if (names.length > 0) throw new CommandError(`${folder} is not empty. Name a folder that does not exist yet.`);
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
