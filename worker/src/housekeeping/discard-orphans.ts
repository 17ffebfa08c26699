import { Inject, Injectable, Logger } from '@nestjs/common';
import { PHOTO_KEYS, renditionPlace, STORAGE, type Storage, type StoredFile } from '@portfolio/storage';

import { HousekeepingRepository } from './housekeeping.repository.ts';

/** Milliseconds that a file is left alone: an upload keeps its file before its row. */
const OLDER_THAN = 60 * 60_000;

/** Files, or photos, asked about in one query. */
const BATCH = 500;

/** Orphaned originals at most that a few broken uploads explain. */
const FEW = 5;

/** Removes files that no row speaks of: what a process left that died between the file and the row. */
@Injectable()
export class DiscardOrphans {
  private readonly logger = new Logger(DiscardOrphans.name);

  constructor(
    private readonly housekeeping: HousekeepingRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** @param olderThan milliseconds since the files were kept, at least */
  async run({ olderThan = OLDER_THAN } = {}): Promise<void> {
    const before = new Date(Date.now() - olderThan);
    await this.storage.discardUnfinished(before);
    const { orphans, known } = await this.findOrphanedOriginals(before);
    // Not one original with a row, or more without than with one: this is the wrong database, or one being restored.
    if (orphans.length > 0 && (known === 0 || (orphans.length > FEW && orphans.length > known))) {
      this.logger.error({ orphans: orphans.length, known }, 'The database does not fit the files: none is removed');
      return;
    }
    for (const key of orphans) await this.storage.remove(key);
    const renditions = await this.discardRenditions(before);
    if (orphans.length + renditions > 0) this.logger.log({ originals: orphans.length, renditions });
  }

  private async findOrphanedOriginals(before: Date): Promise<{ orphans: string[]; known: number }> {
    const orphans: string[] = [];
    let known = 0;
    for await (const files of inBatches(this.storage.list(PHOTO_KEYS.originals))) {
      const ofPhotos = await this.housekeeping.knownOriginals(files.map((file) => file.key));
      known += ofPhotos.size;
      const orphaned = files.filter((file) => !ofPhotos.has(file.key) && file.modifiedAt < before);
      orphans.push(...orphaned.map((file) => file.key));
    }
    return { orphans, known };
  }

  /** @returns how many folders were removed */
  private async discardRenditions(before: Date): Promise<number> {
    let removed = 0;
    for await (const photos of inBatches(await this.versionsByPhoto())) {
      const current = await this.housekeeping.currentVersions(photos.map(([photoId]) => photoId));
      for (const [photoId, versions] of photos) {
        if (!current.has(photoId)) {
          await this.storage.removeFolder(PHOTO_KEYS.renditionsOf(photoId));
          removed += 1;
          continue;
        }
        for (const [version, newest] of versions) {
          if (version === current.get(photoId) || newest >= before) continue;
          const folder = PHOTO_KEYS.version(photoId, version);
          const isGone = await this.housekeeping.whileUnused(photoId, version, () => this.storage.removeFolder(folder));
          if (isGone) removed += 1;
        }
      }
    }
    return removed;
  }

  /** When the newest file of each version of each photo was kept. */
  private async versionsByPhoto(): Promise<Map<number, Map<string, Date>>> {
    const photos = new Map<number, Map<string, Date>>();
    for await (const file of this.storage.list(PHOTO_KEYS.renditions)) {
      const place = renditionPlace(file.key);
      if (!place) continue;
      const versions = photos.get(place.photoId) ?? new Map<string, Date>();
      photos.set(place.photoId, versions.set(place.version, later(versions.get(place.version), file)));
    }
    return photos;
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
