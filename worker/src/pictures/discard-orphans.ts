import { Inject, Injectable, Logger } from '@nestjs/common';
import { PHOTO_KEYS, STORAGE, type Storage, type StoredFile } from '@portfolio/storage';
import { PICTURE_KINDS, type PictureKind } from './picture-kind.ts';
import { PicturesRepository } from './pictures.repository.ts';
import { PictureListsRepository } from './picture-lists.repository.ts';

/** Milliseconds that a file is left alone: an upload keeps its file before its row. */
const OLDER_THAN = 60 * 60_000;

/** Files, or pictures, asked about in one query. */
const BATCH = 500;

/** Orphaned originals at most that a few broken uploads explain. */
const FEW = 5;

/** Removes files that no row speaks of: what a process left that died between the file and the row. */
@Injectable()
export class DiscardOrphans {
  private readonly logger = new Logger(DiscardOrphans.name);

  constructor(
    private readonly lists: PictureListsRepository,
    private readonly pictures: PicturesRepository,
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
    let renditions = 0;
    for (const kind of PICTURE_KINDS) renditions += await this.discardRenditions(kind, before);
    if (orphans.length + renditions > 0) this.logger.log({ originals: orphans.length, renditions });
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
