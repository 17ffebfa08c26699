import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { certainTransaction, type NewOriginal, Photo, withoutPublishing } from '@portfolio/database';
import { type EntityManager, Repository } from 'typeorm';
import type { Precondition } from '../http/versions.ts';
import { appendTo, lockGalleries } from './gallery-places.ts';
import { type PhotoRecord, tagOfPhoto } from './photo.view.ts';
import { PhotosRepository } from './photos.repository.ts';

/** What the administrator says of a photo. */
export type PhotoDetails = Pick<
  Photo,
  'title' | 'description' | 'altText' | 'isForSale' | 'sellingPrice' | 'visibility'
>;

export type NewPhoto = Omit<PhotoDetails, 'visibility'> &
  NewOriginal &
  Pick<Photo, 'fileName' | 'capturedAt' | 'isExifRead'>;

/** Where a new photo belongs. */
export interface NewPlace {
  galleryId: number | undefined;
  batch: { id: string; place: number } | undefined;
}

/** First key of the advisory locks of upload batches: any number that no other pair of keys begins with. */
const BATCH_LOCK = 7_305_127;

/** Why a photo could not be changed. */
export type ChangeFault = 'unknown-photo' | 'outdated' | 'unknown-gallery';

/**
 * Changes to photos and to the galleries they are in. Each locks the galleries first, in the order of their ids, and the
 * photo after them, so that no two of them can wait for each other.
 */
@Injectable()
export class PhotoChangesRepository {
  constructor(
    @InjectRepository(Photo) private readonly photos: Repository<Photo>,
    private readonly reading: PhotosRepository,
  ) {}

  /**
   * Adds the row, and where a gallery is given its place at the gallery's end, both or neither. Asked again with the same
   * original it adds nothing.
   *
   * @returns the photo, read in the same transaction: whoever hears that it is kept needs no other answer of a database
   * that may go away; undefined when there is no such gallery
   * @throws UncertainCommitError
   */
  insert(photo: NewPhoto, place: NewPlace): Promise<PhotoRecord | undefined> {
    return certainTransaction(this.photos.manager, (transaction) => this.insertIn(transaction, photo, place));
  }

  private async insertIn(
    transaction: EntityManager,
    photo: NewPhoto,
    { galleryId, batch }: NewPlace,
  ): Promise<PhotoRecord | undefined> {
    if (galleryId !== undefined) {
      // Two uploads into one gallery wait for each other, so that each gets a place of its own.
      const found = await transaction.query('select 1 from galleries where id = $1 for update', [galleryId]);
      if (found.length === 0) return this.reading.findByOriginal(photo.originalKey, transaction);
    }
    // Waits for an earlier attempt with the same original that the server has not given up yet.
    const insertion = transaction
      .createQueryBuilder()
      .insert()
      .into(Photo)
      .values({ ...photo, ...(batch && (await placeInBatch(transaction, batch))) })
      .orIgnore()
      .updateEntity(false)
      .returning('id');
    const { raw } = await insertion.execute();
    const [inserted] = raw as { id: number }[];
    if (inserted && galleryId !== undefined) await appendTo(transaction, [galleryId], [inserted.id]);
    return this.reading.findByOriginal(photo.originalKey, transaction);
  }

  /**
   * Saves what is given of the details, and where galleries are given, all that the photo is in from now on: in those it
   * was in it keeps its place, in the others it comes last. Without a visibility none becomes visible by that.
   */
  update(
    id: number,
    details: Partial<PhotoDetails>,
    galleryIds?: number[],
    precondition?: Precondition,
  ): Promise<ChangeFault | undefined> {
    return this.photos.manager.transaction(async (transaction) => {
      const locked = galleryIds && (await lockGalleries(transaction, [id], galleryIds));
      // A gallery that takes the photo in meanwhile only needs it to stay, but makes another version of it.
      const lock = precondition ? 'for update' : 'for no key update';
      const found = await transaction.query(`select 1 from photos where id = $1 ${lock}`, [id]);
      if (found.length === 0) return 'unknown-photo';
      const current = precondition && (await this.reading.find('administrator', id, transaction));
      if (current && !precondition(tagOfPhoto(current))) return 'outdated';
      if (galleryIds?.some((galleryId) => !locked?.includes(galleryId))) return 'unknown-gallery';
      await transaction.getRepository(Photo).save({ id, ...details });
      if (galleryIds) {
        const replace = () => replacePlaces(transaction, id, galleryIds);
        await (details.visibility ? replace() : withoutPublishing(transaction, [id], replace));
      }
      return undefined;
    });
  }

  /** @returns whether the photo had failed, and so is to be rendered again */
  async resetFailed(id: number): Promise<boolean> {
    const { affected } = await this.photos.update(
      { id, status: 'failed' },
      { status: 'processing', failure: null, unfinishedRenders: 0, updatedAt: () => 'now()' },
    );
    return affected === 1;
  }

  /** @returns where the removed photo's original is kept; undefined when there was no such photo */
  remove(id: number): Promise<string | undefined> {
    return this.photos.manager.transaction(async (transaction) => {
      await lockGalleries(transaction, [id]);
      const removal = transaction.createQueryBuilder().delete().from(Photo).where({ id }).returning('original_key');
      const { raw } = await removal.execute();
      return (raw as { original_key: string }[])[0]?.original_key;
    });
  }
}

/**
 * The first photo of a batch draws the batch's order from the sequence of ids. Two at once wait for each other here, so that
 * a batch has one order.
 */
async function placeInBatch(transaction: EntityManager, { id, place }: NonNullable<NewPlace['batch']>) {
  await transaction.query('select pg_advisory_xact_lock($1, hashtext($2))', [BATCH_LOCK, id.toLowerCase()]);
  const [known] = await transaction.query<{ order: number }[]>(
    'select batch_order as "order" from photos where upload_batch = $1 limit 1',
    [id],
  );
  const [{ order }] = known
    ? [known]
    : await transaction.query<[{ order: number }]>(
        `select nextval(pg_get_serial_sequence('photos', 'id'))::int as "order"`,
      );
  return { uploadBatch: id, batchOrder: order, batchPlace: place };
}

async function replacePlaces(transaction: EntityManager, photoId: number, galleryIds: number[]): Promise<void> {
  await transaction.query('delete from gallery_photos where photo_id = $1 and gallery_id <> all($2::int[])', [
    photoId,
    galleryIds,
  ]);
  await appendTo(transaction, galleryIds, [photoId]);
}
