import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { settingValues } from '@portfolio/contracts';
import {
  appendToGalleries,
  certainTransaction,
  chooseVisibility,
  exclusiveTransaction,
  lockGalleries,
  lockPhotos,
  type NewOriginal,
  Photo,
  Setting,
  trashPhotos,
  withoutPublishing,
} from '@portfolio/database';
import { type EntityManager, In, IsNull, Repository } from 'typeorm';
import type { Precondition } from '../http/versions.ts';
import { changeTags } from './photo-tags.ts';
import { type PhotoRecord, entityTagOfPhoto } from './photo.view.ts';
import { readPhotos } from './photos.repository.ts';

export type PhotoDetails = Pick<
  Photo,
  | 'title'
  | 'description'
  | 'altText'
  | 'place'
  | 'isForSale'
  | 'sellingPrice'
  | 'visibility'
  | 'commentsOpen'
  | 'focusX'
  | 'focusY'
  | 'keywords'
>;

/** Columns that describe the file. */
type FileColumns = Pick<Photo, 'fileName' | 'capturedAt' | 'keywords' | 'fileFacts'>;

type NewPhoto = Omit<PhotoDetails, 'visibility' | 'commentsOpen' | 'focusX' | 'focusY'> &
  NewOriginal &
  FileColumns &
  Pick<Photo, 'isExifRead' | 'fromFile'>;

/** Gallery and upload batch of a new photo. */
interface NewPosition {
  galleryId: number | undefined;
  batch: { id: string; position: number } | undefined;
}

/** Changes to each of several photos. */
interface BulkChanges {
  isForSale?: boolean | undefined;
  visibility?: Photo['visibility'] | undefined;
  /** Gallery to which photos are appended. */
  galleryId?: number | undefined;
  /** Gallery that photos leave. */
  leftGalleryId?: number | undefined;
  addedTags?: string[] | undefined;
  removedTags?: string[] | undefined;
}

/** Changes to one of several photos. */
interface EachChange {
  id: number;
  /** Entity tag of the photo; absent for any. */
  version?: string | undefined;
  details: Partial<PhotoDetails>;
}

/** First key of the advisory locks on upload batches; unique in this database. */
const BATCH_LOCK = 7_305_127;

/** What uploads take from their files. */
export interface FileReading {
  /** Texts, keywords and facts. */
  details: boolean;
  /** City and country. */
  place: boolean;
}

@Injectable()
export class PhotoChangesRepository {
  constructor(@InjectRepository(Photo) private readonly photos: Repository<Photo>) {}

  async fileReading(): Promise<FileReading> {
    const saved = await this.photos.manager.findBy(Setting, { name: In(['file_details', 'file_place']) });
    const { file_details, file_place } = settingValues(new Map(saved.map(({ name, value }) => [name, value])));
    return { details: file_details === 'true', place: file_place === 'true' };
  }

  /**
   * Inserts the row and appends it to its gallery. Repeated with the same original, or with the same content and position in
   * its batch, it adds nothing.
   *
   * @returns the photo, read in the same transaction; undefined where the gallery does not exist
   * @throws UncertainCommitError
   */
  insert(photo: NewPhoto, { galleryId, batch }: NewPosition): Promise<PhotoRecord | undefined> {
    const galleryIds = galleryId === undefined ? [] : [galleryId];
    return certainTransaction(this.photos.manager, async (transaction) => {
      const locked = galleryIds.length === 0 ? [] : await lockGalleries(transaction, galleryIds);
      const position = batch && (await batchPosition(transaction, batch, photo.contentHash));
      if (locked.length === galleryIds.length && position?.repeated === undefined) {
        // Waits for an earlier attempt with the same original.
        const insertion = transaction
          .createQueryBuilder()
          .insert()
          .into(Photo)
          .values({ ...photo, ...position?.columns })
          .orIgnore()
          .updateEntity(false)
          .returning('id');
        const { raw } = await insertion.execute();
        const [inserted] = raw as { id: number }[];
        if (inserted && galleryIds.length > 0) await appendToGalleries(transaction, galleryIds, [inserted.id]);
      }
      const query = transaction.createQueryBuilder(Photo, 'photo');
      const isPhoto = position?.repeated === undefined ? { originalKey: photo.originalKey } : { id: position.repeated };
      const [record] = await readPhotos('administrator', query.where(isPhoto));
      return record;
    });
  }

  /**
   * Saves the given details. With `galleryIds`, the photo leaves all other galleries and is appended to new ones. Leaving
   * galleries never makes it public, unless a visibility is given.
   */
  update(
    id: number,
    details: Partial<PhotoDetails>,
    galleryIds?: number[],
    precondition?: Precondition,
  ): Promise<'unknown-photo' | 'outdated' | 'unknown-gallery' | undefined> {
    return exclusiveTransaction(this.photos.manager, async (transaction) => {
      const locked = galleryIds && (await lockGalleries(transaction, galleryIds));
      // With a precondition, also blocks a gallery that appends the photo: that makes another version.
      const found = await lockPhotos(transaction, [id], precondition ? 'update' : 'no key update');
      if (found.size === 0) return 'unknown-photo';
      const query = transaction.createQueryBuilder(Photo, 'photo').where({ id });
      const [current] = precondition ? await readPhotos('administrator', query) : [];
      if (current && precondition?.(entityTagOfPhoto(current)) === false) return 'outdated';
      if (galleryIds?.some((galleryId) => !locked?.includes(galleryId))) return 'unknown-gallery';
      await transaction.getRepository(Photo).save({ id, ...details });
      await forgetFile(transaction, id, details);
      if (details.visibility) await chooseVisibility(transaction, [id], details.visibility);
      if (galleryIds) {
        const replace = () => replaceGalleries(transaction, id, galleryIds);
        await (details.visibility ? replace() : withoutPublishing(transaction, [id], replace));
      }
      return undefined;
    });
  }

  /** Changes several photos, all or nothing. @returns the number of those that exist */
  updateAll(
    ids: number[],
    { galleryId, leftGalleryId, addedTags, removedTags, ...details }: BulkChanges,
  ): Promise<number | 'unknown-gallery' | 'unknown-left-gallery' | 'too-many-tags'> {
    return exclusiveTransaction(this.photos.manager, async (transaction) => {
      const named = [galleryId ?? [], leftGalleryId ?? []].flat();
      const galleries = named.length > 0 ? await lockGalleries(transaction, named) : [];
      const unknown = named.find((id) => !galleries.includes(id));
      if (unknown !== undefined) return unknown === galleryId ? 'unknown-gallery' : 'unknown-left-gallery';
      const existing = await lockPhotos(transaction, ids, 'no key update');
      const hasTags = addedTags !== undefined || removedTags !== undefined;
      if (hasTags && !(await changeTags(transaction, [...existing], addedTags, removedTags))) return 'too-many-tags';
      if (Object.values(details).some((given) => given !== undefined)) {
        await transaction.update(Photo, { id: In([...existing]) }, details);
      }
      if (details.visibility) await chooseVisibility(transaction, [...existing], details.visibility);
      if (galleryId !== undefined) {
        const inOrder = ids.filter((id) => existing.has(id));
        await appendToGalleries(transaction, [galleryId], inOrder);
      }
      if (leftGalleryId !== undefined) {
        const leaving = [...existing];
        const leave = async () => {
          const removal = 'delete from gallery_photos where gallery_id = $1 and photo_id = any($2::int[])';
          await transaction.query(removal, [leftGalleryId, leaving]);
        };
        await (details.visibility ? leave() : withoutPublishing(transaction, leaving, leave));
      }
      return existing.size;
    });
  }

  /** Saves the given details of each photo. Missing and outdated ones stay unchanged. @returns the ids of outdated ones */
  updateEach(changes: EachChange[]): Promise<Set<number>> {
    return exclusiveTransaction(this.photos.manager, async (transaction) => {
      const ids = changes.map(({ id }) => id);
      await lockPhotos(transaction, ids, 'update');
      const query = transaction.createQueryBuilder(Photo, 'photo').where({ id: In(ids) });
      const current = new Map((await readPhotos('administrator', query)).map((record) => [record.photo.id, record]));
      const existing = changes.filter(({ id }) => current.has(id));
      const isOutdated = ({ id, version }: EachChange) =>
        version !== undefined && version !== entityTagOfPhoto(current.get(id)!);
      const saved = existing.filter((change) => !isOutdated(change));
      await transaction.getRepository(Photo).save(saved.map(({ id, details }) => ({ id, ...details })));
      for (const { id, details } of saved) {
        if (current.get(id)!.photo.fromFile.length > 0) await forgetFile(transaction, id, details);
      }
      return new Set(existing.filter(isOutdated).map(({ id }) => id));
    });
  }

  /**
   * Points a photo to another original. A ready one shows its renditions until the worker has replaced them. It may be
   * repeated with the same original.
   *
   * @returns the photo, and the key of its original before; undefined where it does not exist or is in the trash
   * @throws UncertainCommitError
   */
  replaceOriginal(
    id: number,
    { width, height, ...original }: NewOriginal,
    file: Partial<FileColumns>,
  ): Promise<{ record: PhotoRecord; previousKey: string } | undefined> {
    return certainTransaction(this.photos.manager, async (transaction) => {
      const [before] = await transaction.query<{ key: string }[]>(
        'select original_key as key from photos where id = $1 and deleted_at is null for no key update',
        [id],
      );
      if (!before) return undefined;
      const changes = { ...original, ...file, isExifRead: true, failure: null, updatedAt: () => 'now()' };
      await transaction.update(Photo, { id }, changes);
      const again = { status: 'processing', unfinishedRenders: 0, width, height } as const;
      await transaction.update(Photo, { id, status: In(['failed', 'processing']) }, again);
      const query = transaction.createQueryBuilder(Photo, 'photo').where({ id });
      const [record] = await readPhotos('administrator', query);
      return { record: record!, previousKey: before.key };
    });
  }

  /** Sets a failed photo to `processing`. @returns whether it had failed */
  async resetFailed(id: number): Promise<boolean> {
    const { affected } = await this.photos.update(
      { id, status: 'failed', deletedAt: IsNull() },
      { status: 'processing', failure: null, unfinishedRenders: 0, updatedAt: () => 'now()' },
    );
    return affected === 1;
  }

  /** Moves the photos to the trash, all or nothing. @returns the number of those that existed */
  removeAll(ids: number[]): Promise<number> {
    return exclusiveTransaction(this.photos.manager, (transaction) => trashPhotos(transaction, ids));
  }
}

/**
 * Columns of the upload batch, and the photo of an earlier attempt. The first photo draws the order of the batch from the
 * sequence of ids; the lock gives concurrent uploads of one batch the same order.
 */
async function batchPosition(
  transaction: EntityManager,
  { id, position }: NonNullable<NewPosition['batch']>,
  contentHash: string,
) {
  await transaction.query('select pg_advisory_xact_lock($1, hashtext($2))', [BATCH_LOCK, id.toLowerCase()]);
  const [first] = await transaction.query<{ id: number; order: number; isRepeated: boolean }[]>(
    `select id, batch_order as "order",
       batch_place = $2 and content_hash = $3 and deleted_at is null as "isRepeated"
     from photos where upload_batch = $1 order by 3 desc limit 1`,
    [id, position, contentHash],
  );
  const [{ order }] = first
    ? [first]
    : await transaction.query<[{ order: number }]>(
        `select nextval(pg_get_serial_sequence('photos', 'id'))::int as "order"`,
      );
  const columns = { uploadBatch: id, batchOrder: order, batchPlace: position };
  return { columns, repeated: first?.isRepeated ? first.id : undefined };
}

/** Changed texts are no longer those of the file. */
async function forgetFile(transaction: EntityManager, id: number, details: Partial<PhotoDetails>): Promise<void> {
  const changed = [
    ...(details.title === undefined ? [] : ['title']),
    ...(details.description === undefined ? [] : ['description']),
    ...(details.altText === undefined ? [] : ['alt_text']),
    ...(details.place === undefined ? [] : ['place']),
  ];
  if (changed.length === 0) return;
  await transaction.query(
    `update photos set from_file = array(select unnest(from_file) except select unnest($2::text[]))
     where id = $1 and from_file && $2::text[]`,
    [id, changed],
  );
}

async function replaceGalleries(transaction: EntityManager, photoId: number, galleryIds: number[]): Promise<void> {
  await transaction.query('delete from gallery_photos where photo_id = $1 and gallery_id <> all($2::int[])', [
    photoId,
    galleryIds,
  ]);
  await appendToGalleries(transaction, galleryIds, [photoId]);
}
