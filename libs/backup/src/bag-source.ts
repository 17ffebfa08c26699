import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { BAG } from './manifest.ts';
import { BackupError, describeFileError } from './backup-error.ts';

export interface BagFile {
  /** From the top of the bag. */
  path: string;
  bytes: number;
}

/** Readable BagIt bag: a folder or a tar archive. */
export interface BagSource {
  /** For messages. */
  readonly name: string;
  /** Files of the payload. */
  payload(): AsyncIterable<BagFile> | Iterable<BagFile>;
  has(path: string): Promise<boolean>;
  /** @throws Error where the file is missing */
  open(path: string): Promise<Readable>;
  /** SHA-256 in hexadecimal. @throws Error where the file is missing */
  hashOf(path: string): Promise<string>;
}

export class FolderSource implements BagSource {
  readonly name: string;

  constructor(folder: string) {
    this.name = resolve(folder);
  }

  /** @throws BackupError for links and other special files, and without a payload */
  payload(): AsyncIterable<BagFile> {
    return this.filesIn(BAG.payload);
  }

  async has(path: string): Promise<boolean> {
    const found = await lstat(this.at(path)).catch(() => undefined);
    return found?.isFile() ?? false;
  }

  async open(path: string): Promise<Readable> {
    return (await open(this.at(path))).createReadStream();
  }

  async hashOf(path: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(this.at(path))) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }

  private async *filesIn(folder: string): AsyncGenerator<BagFile> {
    const entries = await opendir(this.at(folder)).catch((error: unknown) => {
      throw new BackupError(`The backup in ${this.name} is damaged:\n  ${folder} ${describeFileError(error)}`);
    });
    for await (const entry of entries) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.filesIn(path);
      else if (entry.isFile()) yield { path, bytes: (await lstat(this.at(path))).size };
      else {
        throw new BackupError(`The backup in ${this.name} is damaged:\n  ${path} is neither a file nor a folder`);
      }
    }
  }

  private readonly at = (path: string) => join(this.name, path);
}
