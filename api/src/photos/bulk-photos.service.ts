import { Injectable } from '@nestjs/common';
import type { ChangePhotos, KnownPhotoView } from '@portfolio/contracts';
import { JobDispatcher } from '../backend/job-dispatcher.ts';
import { AppError } from '../http/app-error.ts';
import { MediaAddress } from '../media/media-address.ts';
import { toPhotoView } from './photo.view.ts';
import { PhotosRepository } from './photos.repository.ts';
import { BulkPhotosRepository } from './bulk-photos.repository.ts';

/** What the administrator does to several photos at once. Those that exist no more are left out. */
@Injectable()
export class BulkPhotosService {
  constructor(
    private readonly several: BulkPhotosRepository,
    private readonly photos: PhotosRepository,
    private readonly jobs: JobDispatcher,
    private readonly address: MediaAddress,
  ) {}

  /** @returns how many photos there were to change */
  async change({ photo_ids, add_to_gallery_id: galleryId, ...details }: ChangePhotos): Promise<number> {
    const { is_for_sale: isForSale, visibility } = details;
    if ([isForSale, visibility, galleryId].every((given) => given === undefined)) {
      throw AppError.at('is_for_sale', 'request.invalid', 'Give is_for_sale, visibility or add_to_gallery_id');
    }
    const count = await this.several.change(photo_ids, { isForSale, visibility, galleryId });
    if (count === 'unknown-gallery') throw AppError.at('add_to_gallery_id', 'photo.unknown-gallery');
    return count;
  }

  /** @returns how many photos there were to remove */
  async remove(ids: number[]): Promise<number> {
    const removed = await this.several.remove(ids);
    await Promise.all(
      removed.map(({ id, originalKey }) => this.jobs.enqueue('photo.discard', { photoId: id, originalKey })),
    );
    return removed.length;
  }

  /** The latest photo of each file that has been uploaded before. */
  async known(contentHashes: string[]): Promise<KnownPhotoView[]> {
    const records = await this.photos.ofContents(contentHashes);
    return records.map((record) => ({
      content_hash: record.photo.contentHash,
      photo: toPhotoView(record, 'administrator', this.address),
    }));
  }
}
