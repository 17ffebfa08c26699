import { Injectable } from '@nestjs/common';
import type {
  ChangePhotos,
  PhotoResponse,
  PhotoView,
  ProcessingPhotoResponse,
  UpdatePhoto,
  UploadPhoto,
} from '@portfolio/contracts';
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

/** Uploads and changes of photos. */
@Injectable()
export class PhotoChangesService {
  constructor(
    private readonly changes: PhotoChangesRepository,
    private readonly photos: PhotosService,
    private readonly jobs: JobDispatcher,
    private readonly address: MediaAddress,
    private readonly uploads: UploadsService,
  ) {}

  /** Stores the file, then the row, then enqueues the job, so that housekeeping can repair a crash in between. */
  async upload(image: ReceivedImage, details: UploadPhoto): Promise<PhotoView> {
    const empty = { description: null, altText: null, isForSale: false, sellingPrice: null };
    const photo = { ...empty, ...toDetails(details), title: details.title };
    const { gallery_id: galleryId, batch_id: id, batch_place: position } = details;
    const batch = id !== undefined && position !== undefined ? { id, position } : undefined;
    const record = await this.uploads.store(PHOTO_KEYS, image, async (original, capturedAt) => {
      const file = { fileName: image.name, capturedAt, isExifRead: true };
      const inserted = await this.changes.insert({ ...photo, ...original, ...file }, { galleryId, batch });
      if (!inserted) throw AppError.at('gallery_id', 'photo.unknown-gallery');
      return inserted;
    });
    await this.jobs.enqueue('photo.render', { photoId: record.photo.id });
    return toPhotoView(record, 'administrator', this.address);
  }

  /** Saves the given details only. */
  async update(id: number, details: UpdatePhoto, precondition?: Precondition): Promise<Versioned<PhotoResponse>> {
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

  /** Renders a failed photo again. */
  async retry(id: number): Promise<ProcessingPhotoResponse> {
    if (!(await this.changes.resetFailed(id))) {
      await this.photos.get('administrator', id);
      throw new AppError('photo.not-failed');
    }
    await this.jobs.enqueue('photo.render', { photoId: id });
    return (await this.photos.get('administrator', id)).body;
  }

  async remove(id: number): Promise<void> {
    if ((await this.removeAll([id])) === 0) throw new AppError('photo.not-found');
  }

  /** Changes several photos; ids that do not exist are ignored. @returns the number of changed photos */
  async updateAll({ photo_ids, add_to_gallery_id: galleryId, ...details }: ChangePhotos): Promise<number> {
    const { is_for_sale: isForSale, visibility } = details;
    if ([isForSale, visibility, galleryId].every((given) => given === undefined)) {
      throw AppError.at('is_for_sale', 'request.invalid', 'Give is_for_sale, visibility or add_to_gallery_id');
    }
    const count = await this.changes.updateAll(photo_ids, { isForSale, visibility, galleryId });
    if (count === 'unknown-gallery') throw AppError.at('add_to_gallery_id', 'photo.unknown-gallery');
    return count;
  }

  /** Removes several photos; ids that do not exist are ignored. @returns the number of removed photos */
  async removeAll(ids: number[]): Promise<number> {
    const removed = await this.changes.removeAll(ids);
    await Promise.all(
      removed.map(({ id, originalKey }) => this.jobs.enqueue('photo.discard', { photoId: id, originalKey })),
    );
    return removed.length;
  }
}

function toDetails(given: UpdatePhoto): Partial<PhotoDetails> {
  const { title, description, alt_text, is_for_sale, selling_price, visibility, focus_x, focus_y } = given;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: textOrNull(description) }),
    ...(alt_text !== undefined && { altText: textOrNull(alt_text) }),
    ...(is_for_sale !== undefined && { isForSale: is_for_sale }),
    ...(selling_price !== undefined && { sellingPrice: selling_price }),
    ...(visibility !== undefined && { visibility }),
    ...(focus_x !== undefined && { focusX: focus_x }),
    ...(focus_y !== undefined && { focusY: focus_y }),
  };
}
