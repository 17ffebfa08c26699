import { Injectable } from '@nestjs/common';
import type { PhotoAnswer, PhotoView, ProcessingPhotoAnswer, UpdatePhoto, UploadPhoto } from '@portfolio/contracts';
import { PHOTO_KEYS } from '@portfolio/storage';
import { JobDispatcher } from '../backend/job-dispatcher.ts';
import { AppError } from '../http/app-error.ts';
import type { ReceivedImage } from '../http/image-upload.interceptor.ts';
import { textOrNull } from '../http/optional-text.ts';
import type { Precondition, Versioned } from '../http/versions.ts';
import { MediaAddress } from '../media/media-address.ts';
import { UploadsService } from '../media/uploads.service.ts';
import { PhotoChangesRepository, type PhotoDetails } from './photo-changes.repository.ts';
import { toPhotoView } from './photo.view.ts';
import { PhotosService } from './photos.service.ts';

/** What the administrator does to photos. */
@Injectable()
export class PhotoChangesService {
  constructor(
    private readonly changes: PhotoChangesRepository,
    private readonly photos: PhotosService,
    private readonly jobs: JobDispatcher,
    private readonly address: MediaAddress,
    private readonly uploads: UploadsService,
  ) {}

  /** Keeps file and row before it asks for the job: a crash in between leaves nothing half done for good. */
  async upload(image: ReceivedImage, details: UploadPhoto): Promise<PhotoView> {
    const empty = { description: null, altText: null, isForSale: false, sellingPrice: null };
    const described = { ...empty, ...toDetails(details), title: details.title };
    const { gallery_id: galleryId, batch_id: id, batch_place: place } = details;
    const batch = id !== undefined && place !== undefined ? { id, place } : undefined;
    const record = await this.uploads.keep(PHOTO_KEYS, image, async (original, capturedAt) => {
      const file = { fileName: image.name, capturedAt, isExifRead: true };
      const inserted = await this.changes.insert({ ...described, ...original, ...file }, { galleryId, batch });
      if (!inserted) throw AppError.at('gallery_id', 'photo.unknown-gallery');
      return inserted;
    });
    await this.jobs.enqueue('photo.render', { photoId: record.photo.id });
    return toPhotoView(record, 'administrator', this.address);
  }

  /** Saves what is given, and leaves the rest as it is. */
  async update(id: number, details: UpdatePhoto, precondition?: Precondition): Promise<Versioned<PhotoAnswer>> {
    const { gallery_id: galleryId, gallery_ids: galleryIds } = details;
    if (galleryId !== undefined && galleryIds !== undefined) {
      throw AppError.at('gallery_id', 'request.invalid', 'Give gallery_ids or gallery_id, not both');
    }
    const galleries = galleryId === undefined ? galleryIds : [galleryId ?? []].flat();
    const fault = await this.changes.update(id, toDetails(details), galleries, precondition);
    if (fault === 'unknown-photo') throw new AppError('photo.not-found');
    if (fault === 'outdated') throw AppError.outdated(await this.photos.get('administrator', id));
    if (fault === 'unknown-gallery') {
      throw AppError.at(galleryIds ? 'gallery_ids' : 'gallery_id', 'photo.unknown-gallery');
    }
    return this.photos.get('administrator', id);
  }

  /** Has a photo that failed rendered once more. */
  async retry(id: number): Promise<ProcessingPhotoAnswer> {
    if (!(await this.changes.resetFailed(id))) {
      await this.photos.get('administrator', id);
      throw new AppError('photo.not-failed');
    }
    await this.jobs.enqueue('photo.render', { photoId: id });
    return (await this.photos.get('administrator', id)).body;
  }

  async remove(id: number): Promise<void> {
    const originalKey = await this.changes.remove(id);
    if (originalKey === undefined) throw new AppError('photo.not-found');
    await this.jobs.enqueue('photo.discard', { photoId: id, originalKey });
  }
}

/** What is given of the details. */
function toDetails(given: UpdatePhoto): Partial<PhotoDetails> {
  const { title, description, alt_text, is_for_sale, selling_price, visibility } = given;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: textOrNull(description) }),
    ...(alt_text !== undefined && { altText: textOrNull(alt_text) }),
    ...(is_for_sale !== undefined && { isForSale: is_for_sale }),
    ...(selling_price !== undefined && { sellingPrice: selling_price }),
    ...(visibility !== undefined && { visibility }),
  };
}
