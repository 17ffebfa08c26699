import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FILE_FOLDERS } from './picture-keys.ts';
import { forEachConcurrent } from './for-each-concurrent.ts';
import type { Storage, StoredFile } from './storage.ts';

/** Files on their way at once. */
const AT_ONCE = 4;

export interface CopiedFiles {
  /** Files that are at both ends now, byte for byte. */
  files: number;
  bytes: number;
  /** How many of these had to be copied: they were missing, or differed. */
  copied: number;
  copiedBytes: number;
  /** Removed at the source while it ran. */
  gone: number;
  /** Keys at the target alone, which are left there. */
  extra: number;
  /** Keys whose copy is not what the source holds, each with the reason. */
  faults: { key: string; reason: string }[];
}

/**
 * Copies a site's files from one storage to another and checks each by the SHA-256 of what is read back. The source is
 * left as it is. What is at the target already is compared and not sent again, so that a run which was cut off goes on
 * with the next one, and the next one fetches what came meanwhile.
 *
 * @param onProgress told after each file
 * @throws what a storage throws that cannot be listed; a single file that cannot be copied is one of the faults
 */
export async function copyFiles(
  source: Storage,
  target: Storage,
  onProgress: (result: CopiedFiles) => void = () => undefined,
): Promise<CopiedFiles> {
  const result: CopiedFiles = { files: 0, bytes: 0, copied: 0, copiedBytes: 0, gone: 0, extra: 0, faults: [] };
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-move-'));
  try {
    for (const name of FILE_FOLDERS) {
      const seen = new Set<string>();
      await forEachConcurrent(source.list(name), AT_ONCE, async (file) => {
        seen.add(file.key);
        await copy(file).catch((error: unknown) => {
          result.faults.push({ key: file.key, reason: error instanceof Error ? error.message : String(error) });
        });
        onProgress(result);
      });
      for await (const { key } of target.list(name)) if (!seen.has(key)) result.extra += 1;
    }
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  async function copy({ key, bytes }: StoredFile): Promise<void> {
    const there = await target.stat(key);
    const isSame = there?.bytes === bytes && (await digestOf(target, key)) === (await digestOf(source, key));
    if (!isSame && !(await fetch(key))) {
      result.gone += 1;
      return;
    }
    result.files += 1;
    result.bytes += bytes;
    if (isSame) return;
    result.copied += 1;
    result.copiedBytes += bytes;
  }

  /** @returns false where the source has it no longer */
  async function fetch(key: string): Promise<boolean> {
    const content = await source.open(key);
    if (!content) return false;
    // By way of a file: no picture has to fit into memory, and what breaks off half-way reaches no storage.
    const path = join(folder, randomUUID());
    const hash = createHash('sha256');
    try {
      await pipeline(content, hashed(hash), createWriteStream(path));
      await target.moveIn(key, path);
    } finally {
      await rm(path, { force: true });
    }
    if ((await digestOf(target, key)) === hash.digest('hex')) return true;
    throw new Error('What is read back is not what was sent');
  }
}

async function digestOf(storage: Storage, key: string): Promise<string | undefined> {
  const content = await storage.open(key);
  if (!content) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const hashed = (hash: ReturnType<typeof createHash>) =>
  async function* (content: Readable) {
    for await (const chunk of content) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  };
