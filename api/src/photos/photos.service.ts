import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PhotoListView, PhotoQuery, PhotoView, UploadPhoto } from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';
import { JobRequests } from '../backend/job-requests.ts';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage } from '../http/cursor.ts';
import { judgeImage } from '../http/image-judgement.ts';
import type { UploadedImage } from '../http/image-upload.interceptor.ts';
import { MediaAddress } from '../media/media-address.ts';

import { type PhotoRecord, toPhotoView } from './photo.view.ts';
import { PhotosRepository } from './photos.repository.ts';

const EXTENSIONS = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' } as const;

@Injectable()
export class PhotosService {
  constructor(
    private readonly photos: PhotosRepository,
    private readonly jobs: JobRequests,
    private readonly address: MediaAddress,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async list(viewer: Viewer, { limit, cursor, ...filter }: PhotoQuery): Promise<PhotoListView> {
    const window = readPage('photos', { limit, cursor });
    const { records, total } = await this.photos.list(viewer, filter, window);
    const { page, next_cursor } = cutPage('photos', records, window.limit, ({ photo }) => photo.id);
    return { photos: page.map((record) => toPhotoView(record, viewer, this.address)), next_cursor, total };
  }

  async get(viewer: Viewer, id: number): Promise<PhotoView> {
    return toPhotoView(await this.find(viewer, id), viewer, this.address);
  }

  async ofGallery(viewer: Viewer, galleryId: number): Promise<PhotoView[]> {
    const records = await this.photos.ofGallery(viewer, galleryId);
    return records.map((record) => toPhotoView(record, viewer, this.address));
  }

  /** Keeps the file before the row, and the row before the job: a crash in between leaves nothing half done for good. */
  async upload(image: UploadedImage, details: UploadPhoto): Promise<PhotoView> {
    const { format, width, height, contentHash } = await judgeImage(image.path);
    const originalKey = PHOTO_KEYS.original(randomUUID(), EXTENSIONS[format]);
    await this.storage.adopt(originalKey, image.path);
    const id = await this.insert({ originalKey, originalBytes: image.bytes, contentHash, width, height }, details);
    await this.jobs.ask('photo.render', { photoId: id });
    return this.get('administrator', id);
  }

  /** Has a photo that failed rendered once more. */
  async retry(id: number): Promise<PhotoView> {
    if (!(await this.photos.resetFailed(id))) {
      await this.find('administrator', id);
      throw new AppError('photo.not-failed');
    }
    await this.jobs.ask('photo.render', { photoId: id });
    return this.get('administrator', id);
  }

  async remove(id: number): Promise<void> {
    const originalKey = await this.photos.remove(id);
    if (originalKey === undefined) throw new AppError('photo.not-found');
    await this.jobs.ask('photo.discard', { photoId: id, originalKey });
  }

  private async find(viewer: Viewer, id: number): Promise<PhotoRecord> {
    const record = await this.photos.find(viewer, id);
    if (!record) throw new AppError('photo.not-found');
    return record;
  }

  private async insert(
    original: { originalKey: string; originalBytes: number; contentHash: string; width: number; height: number },
    details: UploadPhoto,
  ): Promise<number> {
    try {
      const id = await this.photos.insert(
        {
          ...original,
          title: details.title,
          description: details.description || null,
          altText: details.alt_text || null,
          isForSale: details.is_for_sale ?? false,
          sellingPrice: details.selling_price ?? null,
        },
        details.gallery_id,
      );
      if (id === undefined)
        throw new AppError('photo.unknown-gallery', {
          errors: { gallery_id: 'The selected gallery does not exist any more' },
        });
      return id;
    } catch (error) {
      // After any other fault the row may be there all the same, if only the answer was lost: housekeeping finds out.
      if (error instanceof AppError) await this.storage.remove(original.originalKey);
      throw error;
    }
  }
}
