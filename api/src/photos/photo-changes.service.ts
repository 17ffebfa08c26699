import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ERRORS, type PhotoView, type UpdatePhoto, type UploadPhoto } from '@portfolio/contracts';
import { PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';
import { JobRequests } from '../backend/job-requests.ts';
import { AppError } from '../http/app-error.ts';
import { judgeImage } from '../http/image-judgement.ts';
import type { ReceivedImage } from '../http/image-upload.interceptor.ts';
import { textOrNull } from '../http/optional-text.ts';
import { MediaAddress } from '../media/media-address.ts';
import {
  type NewPhoto,
  PhotoChangesRepository,
  type PhotoDetails,
  UncertainCommitError,
} from './photo-changes.repository.ts';
import { type PhotoRecord, toPhotoView } from './photo.view.ts';
import { PhotosService } from './photos.service.ts';

const EXTENSIONS = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' } as const;

/** Milliseconds in which a database that has gone may come back and say whether it kept a photo. */
const CERTAIN_WITHIN = 8_000;
const ASK_AGAIN_AFTER = 250;

/** What the administrator does to photos. */
@Injectable()
export class PhotoChangesService {
  constructor(
    private readonly changes: PhotoChangesRepository,
    private readonly photos: PhotosService,
    private readonly jobs: JobRequests,
    private readonly address: MediaAddress,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** Keeps the file before the row, and the row before the job: a crash in between leaves nothing half done for good. */
  async upload(image: ReceivedImage, details: UploadPhoto): Promise<PhotoView> {
    const { format, width, height, contentHash } = await judgeImage(image.path);
    const originalKey = PHOTO_KEYS.original(randomUUID(), EXTENSIONS[format]);
    await this.storage.adopt(originalKey, image.path);
    const record = await this.insert({ originalKey, originalBytes: image.bytes, contentHash, width, height }, details);
    await this.jobs.ask('photo.render', { photoId: record.photo.id });
    return toPhotoView(record, 'administrator', this.address);
  }

  /** Saves what is given, and leaves the rest as it is. */
  async update(id: number, details: UpdatePhoto): Promise<PhotoView> {
    const { gallery_id: galleryId, gallery_ids: galleryIds } = details;
    if (galleryId !== undefined && galleryIds !== undefined) {
      const message = 'Give gallery_ids or gallery_id, not both';
      throw new AppError('request.invalid', { errors: { gallery_id: message } });
    }
    const galleries = galleryId === undefined ? galleryIds : [galleryId ?? []].flat();
    const fault = await this.changes.update(id, toDetails(details), galleries);
    if (fault === 'unknown-photo') throw new AppError('photo.not-found');
    if (fault === 'unknown-gallery') throw unknownGallery(galleryIds ? 'gallery_ids' : 'gallery_id');
    return this.photos.get('administrator', id);
  }

  /** Has a photo that failed rendered once more. */
  async retry(id: number): Promise<PhotoView> {
    if (!(await this.changes.resetFailed(id))) {
      await this.photos.get('administrator', id);
      throw new AppError('photo.not-failed');
    }
    await this.jobs.ask('photo.render', { photoId: id });
    return this.photos.get('administrator', id);
  }

  async remove(id: number): Promise<void> {
    const originalKey = await this.changes.remove(id);
    if (originalKey === undefined) throw new AppError('photo.not-found');
    await this.jobs.ask('photo.discard', { photoId: id, originalKey });
  }

  /**
   * An upload that is refused leaves nothing. Whether it is one is not known where the answer to the commit was lost: then
   * the same row is asked for again, for as long as somebody may wait. After that a file without a row, if it is one, is
   * left to housekeeping.
   */
  private async insert(original: Omit<NewPhoto, keyof PhotoDetails>, details: UploadPhoto): Promise<PhotoRecord> {
    const empty = { description: null, altText: null, isForSale: false, sellingPrice: null };
    const photo = { ...empty, ...toDetails(details), ...original, title: details.title };
    const end = Date.now() + CERTAIN_WITHIN;
    for (let isUncertain = false; ; await wait(ASK_AGAIN_AFTER)) {
      try {
        const record = await this.changes.insert(photo, details.gallery_id);
        if (!record) throw unknownGallery('gallery_id');
        return record;
      } catch (error) {
        isUncertain ||= error instanceof UncertainCommitError;
        const isRefused = !isUncertain || error instanceof AppError;
        if (isRefused) await this.storage.remove(original.originalKey);
        if (isRefused || Date.now() > end) throw error instanceof UncertainCommitError ? error.cause : error;
      }
    }
  }
}

/** What is given of the details. */
function toDetails({ title, description, alt_text, is_for_sale, selling_price }: UpdatePhoto): Partial<PhotoDetails> {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: textOrNull(description) }),
    ...(alt_text !== undefined && { altText: textOrNull(alt_text) }),
    ...(is_for_sale !== undefined && { isForSale: is_for_sale }),
    ...(selling_price !== undefined && { sellingPrice: selling_price }),
  };
}

const unknownGallery = (field: 'gallery_id' | 'gallery_ids') =>
  new AppError('photo.unknown-gallery', { errors: { [field]: ERRORS['photo.unknown-gallery'].message } });
