import { Inject, Injectable, Logger } from '@nestjs/common';
import { JobQueue } from '@portfolio/jobs';
import {
  copyFromTrash,
  keyBeforeTrash,
  moveToTrash,
  PHOTO_KEYS,
  STORAGE,
  TRASH,
  TRASH_DAYS,
  trashKey,
  type Storage,
} from '@portfolio/storage';
import { PICTURE_KINDS, type PictureKind } from './picture-kind.ts';
import { type KnownOriginal, PictureListsRepository } from './picture-lists.repository.ts';
import { PicturesRepository } from './pictures.repository.ts';

/** Minimum age of an orphan in milliseconds: an upload stores its file before its row. */
const OLDER_THAN = 60 * 60_000;

/** Milliseconds that an original stays in the trash. */
const TRASHED_FOR = TRASH_DAYS * 24 * 60 * 60_000;

/** Files or pictures of one query. */
const BATCH = 500;

/** Orphaned originals at most that a few broken uploads explain. */
const FEW = 5;

/**
 * Removes the files of a deleted picture. During a backup the original moves to the trash, from which the backup reads it.
 */
@Injectable()
export class DiscardPicture {
  constructor(
    private readonly pictures: PicturesRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async run(kind: PictureKind, id: number, originalKey: string): Promise<void> {
    if (await this.pictures.exists(kind, id)) return;
    await this.storage.removeFolder(kind.keys.renditionsOf(id));
    if (await this.pictures.isBackupRunning()) return moveToTrash(this.storage, originalKey);
    await this.storage.remove(originalKey);
    await this.storage.remove(trashKey(originalKey));
  }
}

/**
 * Removes files without a row, left by crashes between file and row. Originals move to the trash: a database that was
 * restored from a backup lacks rows, and originals return from the trash with their rows.
 */
@Injectable()
export class DiscardOrphans {
  private readonly logger = new Logger(DiscardOrphans.name);

  constructor(
    private readonly lists: PictureListsRepository,
    private readonly pictures: PicturesRepository,
    private readonly jobs: JobQueue,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** @param olderThan minimum age of the files in milliseconds */
  async run({ olderThan = OLDER_THAN } = {}): Promise<void> {
    const before = new Date(Date.now() - olderThan);
    await this.storage.discardUnfinished(before);
    const { expired, restored } = await this.sortTrash();
    if (restored > 0) this.logger.warn({ originals: restored }, 'Restored from the trash');
    const { orphans, known } = await this.findOrphanedOriginals(before);
    // Mostly unknown originals mean the wrong database, or one that is being restored.
    if (orphans.length + expired.length > 0 && (known === 0 || (orphans.length > FEW && orphans.length > known))) {
      this.logger.error({ orphans: orphans.length, known }, 'The database does not match the files: none is removed');
      return;
    }
    for (const key of expired) await this.storage.remove(key);
    let renditions = 0;
    for (const kind of PICTURE_KINDS) renditions += await this.discardRenditions(kind, before);
    for (const key of orphans) await moveToTrash(this.storage, key);
    if (orphans.length + renditions + expired.length > 0) {
      this.logger.log({ trashed: orphans.length, renditions, expired: expired.length });
    }
  }

  /** Restores originals that a row needs, and lists those whose time in the trash is over. */
  private async sortTrash(): Promise<{ expired: string[]; restored: number }> {
    const before = new Date(Date.now() - TRASHED_FOR);
    const expired: string[] = [];
    let restored = 0;
    for await (const files of inBatches(this.storage.list(TRASH))) {
      const pictures = await this.lists.knownOriginals(files.map((file) => keyBeforeTrash(file.key)));
      for (const { key, modifiedAt } of files) {
        const original = keyBeforeTrash(key);
        const picture = pictures.get(original);
        if (picture && !(await this.storage.stat(original))) {
          await this.restore(original, picture);
          restored += 1;
        } else if (modifiedAt < before) expired.push(key);
      }
    }
    return { expired, restored };
  }

  private async restore(original: string, { kind, id, status }: KnownOriginal): Promise<void> {
    // Its renditions were removed when the original went to the trash.
    if (status === 'ready') await kind.enqueueRebuild(this.jobs, id);
    await copyFromTrash(this.storage, original);
  }

  private async findOrphanedOriginals(before: Date): Promise<{ orphans: string[]; known: number }> {
    const orphans: string[] = [];
    let known = 0;
    for await (const files of inBatches(this.storage.list(PHOTO_KEYS.originals))) {
      const ofPictures = await this.lists.knownOriginals(files.map((file) => file.key));
      known += ofPictures.size;
      const orphaned = files.filter((file) => !ofPictures.has(file.key) && file.modifiedAt < before);
      orphans.push(...orphaned.map((file) => file.key));
    }
    return { orphans, known };
  }

  /** @returns the number of removed folders */
  private async discardRenditions(kind: PictureKind, before: Date): Promise<number> {
    let removed = 0;
    for await (const pictures of inBatches(await this.versionsByPicture(kind))) {
      const ids = pictures.map(([id]) => id);
      const current = await this.lists.currentVersions(kind, ids);
      for (const [id, versions] of pictures) {
        if (!current.has(id)) {
          await this.storage.removeFolder(kind.keys.renditionsOf(id));
          removed += 1;
          continue;
        }
        for (const [version, newest] of versions) {
          if (version === current.get(id) || newest >= before) continue;
          await this.pictures.whileIdle(kind, id, async (shown) => {
            if (version === shown) return;
            await this.storage.removeFolder(kind.keys.version(id, version));
            removed += 1;
          });
        }
      }
    }
    return removed;
  }

  /** The time of the newest file, by picture and version. */
  private async versionsByPicture(kind: PictureKind): Promise<Map<number, Map<string, Date>>> {
    const pictures = new Map<number, Map<string, Date>>();
    for await (const { key, modifiedAt } of this.storage.list(kind.keys.renditions)) {
      const found = kind.keys.versionOf(key);
      if (!found) continue;
      const versions = pictures.get(found.id) ?? new Map<string, Date>();
      const newest = versions.get(found.version);
      if (!newest || newest < modifiedAt) versions.set(found.version, modifiedAt);
      pictures.set(found.id, versions);
    }
    return pictures;
  }
}

async function* inBatches<T>(items: AsyncIterable<T> | Iterable<T>): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.push(item) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
