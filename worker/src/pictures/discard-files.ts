import { Inject, Injectable, Logger } from '@nestjs/common';
import { JobQueue } from '@portfolio/jobs';
import {
  copyFromTrash,
  inBatches,
  keyBeforeTrash,
  moveToTrash,
  PHOTO_KEYS,
  STORAGE,
  TRASH,
  ORPHAN_TRASH_DAYS,
  trashKey,
  type Storage,
} from '@portfolio/storage';
import { PICTURE_KINDS, type PictureKind } from './picture-kind.ts';
import { type KnownOriginal, PictureListsRepository } from './picture-lists.repository.ts';
import { PicturesRepository } from './pictures.repository.ts';

/** Minimum age of an orphan in milliseconds: an upload stores its file before its row. */
const MIN_AGE_MS = 60 * 60_000;

const ORPHAN_TRASH_MS = ORPHAN_TRASH_DAYS * 24 * 60 * 60_000;

/** Files or pictures of one query. */
const BATCH = 500;

/** Orphans up to this number are interrupted uploads; more may mean the wrong database. */
const MAX_EXPECTED_ORPHANS = 5;

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
    await this.storage.removeFolder(kind.keys.pictureFolder(id));
    if (await this.pictures.isBackupRunning()) return moveToTrash(this.storage, originalKey);
    await this.storage.remove(originalKey);
    await this.storage.remove(trashKey(originalKey));
  }
}

/**
 * Removes files without a row, and replaced versions of renditions. Crashes leave them behind. Originals move to the
 * trash: a database that was restored from a backup lacks rows, and originals return from the trash with their rows.
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

  /** @param olderThan minimum age in milliseconds, except for renditions of deleted pictures */
  async run({ olderThan = MIN_AGE_MS } = {}): Promise<void> {
    const before = new Date(Date.now() - olderThan);
    await this.storage.discardUnfinished(before);
    // Only counts: nothing moves before the database is known to match.
    const { orphans, known } = await this.trashOrphans(before, 0);
    // Mostly unknown originals mean the wrong database, or one that is being restored.
    const isMatching = orphans <= known || (known > 0 && orphans <= MAX_EXPECTED_ORPHANS);
    const { expired, restored } = await this.restoreOrExpire(isMatching);
    if (restored > 0) this.logger.warn({ originals: restored }, 'Restored from the trash');
    if (!isMatching) {
      this.logger.error({ orphans, known }, 'The database does not match the files: none is removed');
      return;
    }
    let renditions = 0;
    for (const kind of PICTURE_KINDS) renditions += await this.discardRenditions(kind, before);
    // Lists them again, since the keys of all may not fit into memory, and moves no more: rows may be deleted meanwhile.
    const found = orphans === 0 ? 0 : (await this.trashOrphans(before, orphans)).orphans;
    const trashed = Math.min(found, orphans);
    if (trashed + renditions + expired > 0) this.logger.log({ trashed, renditions, expired });
  }

  /**
   * Restores originals that a row needs, and removes those whose time in the trash is over.
   *
   * @param mayRemove removes expired originals; false only counts them
   */
  private async restoreOrExpire(mayRemove: boolean): Promise<{ expired: number; restored: number }> {
    const before = new Date(Date.now() - ORPHAN_TRASH_MS);
    let [expired, restored] = [0, 0];
    for await (const files of inBatches(this.storage.list(TRASH), BATCH)) {
      const pictures = await this.lists.knownOriginals(files.map((file) => keyBeforeTrash(file.key)));
      for (const { key, modifiedAt } of files) {
        const original = keyBeforeTrash(key);
        const picture = pictures.get(original);
        if (picture && !(await this.storage.stat(original))) {
          await this.restore(original, picture);
          restored += 1;
        } else if (modifiedAt < before) {
          if (mayRemove) await this.storage.remove(key);
          expired += 1;
        }
      }
    }
    return { expired, restored };
  }

  private async restore(original: string, { kind, id, status }: KnownOriginal): Promise<void> {
    // Its renditions were removed when the original went to the trash.
    if (status === 'ready') await kind.enqueueRebuild(this.jobs, id);
    await copyFromTrash(this.storage, original);
  }

  /**
   * Moves originals without a row to the trash.
   *
   * @param most number to move; 0 only counts them
   * @returns the numbers of originals without and with a row
   */
  private async trashOrphans(before: Date, most: number): Promise<{ orphans: number; known: number }> {
    const counts = { orphans: 0, known: 0 };
    for await (const files of inBatches(this.storage.list(PHOTO_KEYS.originals), BATCH)) {
      const ofPictures = await this.lists.knownOriginals(files.map((file) => file.key));
      const orphans = files.filter((file) => !ofPictures.has(file.key) && file.modifiedAt < before);
      const left = Math.max(most - counts.orphans, 0);
      for (const { key } of orphans.slice(0, left)) await moveToTrash(this.storage, key);
      counts.orphans += orphans.length;
      counts.known += ofPictures.size;
    }
    return counts;
  }

  /** @returns the number of removed folders */
  private async discardRenditions(kind: PictureKind, before: Date): Promise<number> {
    let removed = 0;
    for await (const pictures of inBatches(this.versionsByPicture(kind), BATCH)) {
      const ids = pictures.map(([id]) => id);
      const current = await this.lists.currentVersions(kind, ids);
      for (const [id, versions] of pictures) {
        if (!current.has(id)) {
          await this.storage.removeFolder(kind.keys.pictureFolder(id));
          removed += 1;
          continue;
        }
        for (const [version, newest] of versions) {
          if (version === current.get(id) || newest >= before) continue;
          await this.pictures.whileIdle(kind, id, async (shown) => {
            if (version === shown) return;
            await this.storage.removeFolder(kind.keys.versionFolder(id, version));
            removed += 1;
          });
        }
      }
    }
    return removed;
  }

  /** Pictures with the time of the newest file of each version. The storage lists files of a picture consecutively. */
  private async *versionsByPicture(kind: PictureKind): AsyncGenerator<[number, Map<string, Date>]> {
    let picture: [number, Map<string, Date>] | undefined;
    for await (const { key, modifiedAt } of this.storage.list(kind.keys.renditions)) {
      const found = kind.keys.versionOf(key);
      if (!found) continue;
      if (picture?.[0] !== found.id) {
        if (picture) yield picture;
        picture = [found.id, new Map()];
      }
      const [, versions] = picture;
      const newest = versions.get(found.version);
      if (!newest || newest < modifiedAt) versions.set(found.version, modifiedAt);
    }
    if (picture) yield picture;
  }
}
