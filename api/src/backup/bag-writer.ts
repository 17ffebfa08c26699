import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explainFolderFault, makeFolder } from '@portfolio/lifecycle';
import { CommandError } from '../commands/command-line.ts';
import { hashOf } from './check-bag.ts';
import { BAG, DECLARATION, manifestLine } from './manifest.ts';

export interface BaggedFile {
  bytes: number;
  sha256: string;
}

/** Name of the temporary file. */
const TEMPORARY = 'temporary';

/** Writes a BagIt bag (RFC 8493) to a temporary folder and renames it when complete. Only its owner may read it. */
export class BagWriter {
  /** Written so far, without tag files. */
  readonly payload = { files: 0, bytes: 0 };

  private constructor(
    readonly folder: string,
    private readonly partial: string,
    private readonly manifest: FileHandle,
  ) {}

  /** @throws CommandError when the folder is not empty or cannot be created */
  static async create(folder: string): Promise<BagWriter> {
    const path = resolve(folder);
    const partial = join(dirname(path), `${basename(path)}.partial-${process.pid}`);
    await assertEmpty(path);
    // Left by a killed process with the same id.
    await rm(partial, { recursive: true, force: true });
    try {
      makeFolder(partial, 0o700);
    } catch (cause) {
      const message = explainFolderFault(cause, path);
      throw message === undefined ? cause : new CommandError(message, 1, { cause });
    }
    return new BagWriter(path, partial, await open(join(partial, BAG.manifest), 'a', 0o600));
  }

  /** Adds a payload file. Concurrent calls are safe. */
  async add(path: string, content: Readable | string): Promise<BaggedFile> {
    const file = await this.write(path, content);
    await this.manifest.write(manifestLine(path, file.sha256));
    this.payload.files += 1;
    this.payload.bytes += file.bytes;
    return file;
  }

  /** Writes a file that is no part of the bag, until `finish`. @returns its path */
  async addTemporary(content: Readable): Promise<string> {
    await this.write(TEMPORARY, content);
    return join(this.partial, TEMPORARY);
  }

  /** Writes the tag files, syncs all and renames the folder. */
  async finish(info: Record<string, string>): Promise<void> {
    const { files, bytes } = this.payload;
    await rm(join(this.partial, TEMPORARY), { force: true });
    await this.manifest.sync();
    const tags = new Map([[BAG.manifest as string, await hashOf(join(this.partial, BAG.manifest))]]);
    const tag = async (name: string, content: string) => void tags.set(name, (await this.write(name, content)).sha256);
    const lines = Object.entries({ ...info, 'Payload-Oxum': `${bytes}.${files}` });
    await tag(BAG.info, lines.map(([label, value]) => `${label}: ${value}\n`).join(''));
    await tag(BAG.declaration, DECLARATION);
    await this.write(BAG.tagManifest, [...tags].map(([path, sha256]) => manifestLine(path, sha256)).join(''));
    await this.manifest.close();
    await syncFolders(this.partial);
    await assertEmpty(this.folder);
    await rmdir(this.folder).catch(() => undefined);
    await rename(this.partial, this.folder);
    await syncFolder(dirname(this.folder));
  }

  async discard(): Promise<void> {
    await this.manifest.close();
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
