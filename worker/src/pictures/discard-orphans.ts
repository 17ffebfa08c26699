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
  type Storage,
  type StoredFile,
} from '@portfolio/storage';
import { PICTURE_KINDS, type PictureKind } from './picture-kind.ts';
import { PicturesRepository } from './pictures.repository.ts';
import { type KnownOriginal, PictureListsRepository } from './picture-lists.repository.ts';

/** Milliseconds that a file is left alone: an upload keeps its file before its row. */
const OLDER_THAN = 60 * 60_000;

/** Milliseconds that an original stays in the trash. */
const TRASHED_FOR = TRASH_DAYS * 24 * 60 * 60_000;

/** Files, or pictures, asked about in one query. */
const BATCH = 500;

/** Orphaned originals at most that a few broken uploads explain. */
const FEW = 5;

/**
 * Removes files that no row speaks of: what a process left that died between the file and the row. Originals go to the
 * trash, since a database that was rolled back speaks of fewer files than there are; they come back with their row.
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

  /** @param olderThan milliseconds since the files were kept, at least */
  async run({ olderThan = OLDER_THAN } = {}): Promise<void> {
    const before = new Date(Date.now() - olderThan);
    await this.storage.discardUnfinished(before);
    const { expired, broughtBack } = await this.sortTrash();
    if (broughtBack > 0) this.logger.warn({ originals: broughtBack }, 'Brought back from the trash');
    const { orphans, known } = await this.findOrphanedOriginals(before);
    // Not one original with a row, or more without than with one: this is the wrong database, or one being restored.
    if (orphans.length + expired.length > 0 && (known === 0 || (orphans.length > FEW && orphans.length > known))) {
      this.logger.error({ orphans: orphans.length, known }, 'The database does not fit the files: none is removed');
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

  /** Brings back the originals whose pictures need them, and finds what has been in the trash for long enough. */
  private async sortTrash(): Promise<{ expired: string[]; broughtBack: number }> {
    const before = new Date(Date.now() - TRASHED_FOR);
    const expired: string[] = [];
    let broughtBack = 0;
    for await (const files of inBatches(this.storage.list(TRASH))) {
      const pictures = await this.lists.knownOriginals(files.map((file) => keyBeforeTrash(file.key)));
      for (const { key, modifiedAt } of files) {
        const original = keyBeforeTrash(key);
        const picture = pictures.get(original);
        if (picture && !(await this.storage.stat(original))) {
          await this.bringBack(original, picture);
          broughtBack += 1;
        } else if (modifiedAt < before) expired.push(key);
      }
    }
    return { expired, broughtBack };
  }

  private async bringBack(original: string, { kind, id, status }: KnownOriginal): Promise<void> {
    // Its renditions were removed when the original went to the trash.
    if (status === 'ready') await kind.askRebuild(this.jobs, id);
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

  /** @returns how many folders were removed */
  private async discardRenditions(kind: PictureKind, before: Date): Promise<number> {
    let removed = 0;
    for await (const pictures of inBatches(await this.versionsByPicture(kind))) {
      const current = await this.lists.currentVersions(
        kind,
        pictures.map(([id]) => id),
      );
      for (const [id, versions] of pictures) {
        if (!current.has(id)) {
          await this.storage.removeFolder(kind.keys.renditionsOf(id));
          removed += 1;
          continue;
        }
        for (const [version, newest] of versions) {
          if (version === current.get(id) || newest >= before) continue;
          const folder = kind.keys.version(id, version);
          const isGone = await this.pictures.whileUnused(kind, id, version, () => this.storage.removeFolder(folder));
          if (isGone) removed += 1;
        }
      }
    }
    return removed;
  }

  /** When the newest file of each version of each picture was kept. */
  private async versionsByPicture(kind: PictureKind): Promise<Map<number, Map<string, Date>>> {
    const pictures = new Map<number, Map<string, Date>>();
    for await (const file of this.storage.list(kind.keys.renditions)) {
      const place = kind.keys.place(file.key);
      if (!place) continue;
      const versions = pictures.get(place.id) ?? new Map<string, Date>();
      pictures.set(place.id, versions.set(place.version, later(versions.get(place.version), file)));
    }
    return pictures;
  }
}

const later = (than: Date | undefined, { modifiedAt }: StoredFile) => (than && than > modifiedAt ? than : modifiedAt);

async function* inBatches<T>(items: AsyncIterable<T> | Iterable<T>): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.push(item) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
