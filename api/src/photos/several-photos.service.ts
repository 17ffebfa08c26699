import { Injectable } from '@nestjs/common';
import type { ChangePhotos, KnownPhotoView } from '@portfolio/contracts';
import { JobRequests } from '../backend/job-requests.ts';
import { AppError } from '../http/app-error.ts';
import { MediaAddress } from '../media/media-address.ts';
import { toPhotoView } from './photo.view.ts';
import { PhotosRepository } from './photos.repository.ts';
import { SeveralPhotosRepository } from './several-photos.repository.ts';

/** What the administrator does to several photos at once. Those that exist no more are left out. */
@Injectable()
export class SeveralPhotosService {
  constructor(
    private readonly several: SeveralPhotosRepository,
    private readonly photos: PhotosRepository,
    private readonly jobs: JobRequests,
    private readonly address: MediaAddress,
  ) {}

  /** @returns how many photos there were to change */
  async change({ photo_ids, is_for_sale: isForSale, add_to_gallery_id: galleryId }: ChangePhotos): Promise<number> {
    if (isForSale === undefined && galleryId === undefined) {
      throw AppError.at('is_for_sale', 'request.invalid', 'Give is_for_sale, add_to_gallery_id or both');
    }
    const count = await this.several.change(photo_ids, { isForSale, galleryId });
    if (count === 'unknown-gallery') throw AppError.at('add_to_gallery_id', 'photo.unknown-gallery');
    return count;
  }

  /** @returns how many photos there were to remove */
  async remove(ids: number[]): Promise<number> {
    const removed = await this.several.remove(ids);
    await Promise.all(
      removed.map(({ id, originalKey }) => this.jobs.ask('photo.discard', { photoId: id, originalKey })),
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
