import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PICTURE_FOLDERS } from './keys.ts';
import type { Storage, StoredFile } from './storage.ts';

/** Concurrent copies. */
const CONCURRENCY = 4;

export interface CopiedFiles {
  /** Files that are equal on both sides now. */
  files: number;
  bytes: number;
  /** Files that were copied: missing or different before. */
  copied: number;
  copiedBytes: number;
  /** Files that were removed from the source meanwhile. */
  gone: number;
  /** Files that exist only at the target; they stay. */
  extra: number;
  faults: { key: string; reason: string }[];
}

/**
 * Copies a site's files from one storage to another and verifies the SHA-256 of each copy. Equal files at the target are
 * skipped, so that a repeated run continues an interrupted one.
 *
 * @param onProgress called after each file
 * @throws where a storage cannot be listed; a file that cannot be copied is one of the faults
 */
export async function copyFiles(
  source: Storage,
  target: Storage,
  onProgress: (result: CopiedFiles) => void = () => undefined,
): Promise<CopiedFiles> {
  const result: CopiedFiles = { files: 0, bytes: 0, copied: 0, copiedBytes: 0, gone: 0, extra: 0, faults: [] };
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-move-'));
  try {
    for (const name of PICTURE_FOLDERS) {
      const seen = new Set<string>();
      await forEachConcurrent(source.list(name), CONCURRENCY, async (file) => {
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
    if (!isSame && !(await transfer(key))) {
      result.gone += 1;
      return;
    }
    result.files += 1;
    result.bytes += bytes;
    if (isSame) return;
    result.copied += 1;
    result.copiedBytes += bytes;
  }

  /** Copies and verifies a file. @returns false where the source no longer has it */
  async function transfer(key: string): Promise<boolean> {
    const content = await source.open(key);
    if (!content) return false;
    // Through a local file: it need not fit into memory, and an interrupted download is not stored.
    const path = join(folder, randomUUID());
    const hash = createHash('sha256');
    try {
      await pipeline(content, hashed(hash), createWriteStream(path));
      await target.moveIn(key, path);
    } finally {
      await rm(path, { force: true });
    }
    if ((await digestOf(target, key)) === hash.digest('hex')) return true;
    throw new Error('The copy differs from the original');
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

/** Items in lists of the given length; the last may be shorter. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Runs the action for each item with bounded concurrency. The first error stops it and closes the iterator, once running
 * actions have ended; `p-map` does not wait for those.
 *
 * @throws the first error
 */
export async function forEachConcurrent<T>(
  items: Iterable<T> | AsyncIterable<T>,
  concurrency: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  // Several consumers share one iterator: generators queue concurrent calls.
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let fault: { error: unknown } | undefined;
  const consume = async () => {
    try {
      for (let next = await iterator.next(); !next.done && !fault; next = await iterator.next()) {
        await action(next.value);
      }
    } catch (error) {
      fault ??= { error };
    }
  };
  await Promise.all(Array.from({ length: concurrency }, consume));
  await iterator.return?.();
  if (fault) throw (fault as { error: unknown }).error;
}
