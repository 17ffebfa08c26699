import { Injectable } from '@nestjs/common';
import type { ChangePhotos, PhotoResponse, ProcessingPhotoResponse, UpdatePhoto } from '@portfolio/contracts';
import { JobDispatcher } from '../backend/job-dispatcher.ts';
import { AppError } from '../http/app-error.ts';
import { textOrNull } from '../http/optional-values.ts';
import type { Precondition, Versioned } from '../http/versions.ts';
import { PhotoChangesRepository, type PhotoDetails } from './photo-changes.repository.ts';
import { PhotosService } from './photos.service.ts';

/** Changes of photos. */
@Injectable()
export class PhotoChangesService {
  constructor(
    private readonly changes: PhotoChangesRepository,
    private readonly photos: PhotosService,
    private readonly jobs: JobDispatcher,
  ) {}

  /** Saves the given details only. A focal point enqueues new renditions, for the share card. */
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
    const saved = await this.photos.get('administrator', id);
    if (details.focus_x !== undefined || details.focus_y !== undefined) {
      const { focus_x, focus_y } = saved.body.photo;
      await this.jobs.enqueue('photo.refresh', { photoId: id, version: `${focus_x}-${focus_y}` });
    }
    return saved;
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

  /** Moves several photos to the trash; ids that do not exist are ignored. @returns the number of moved photos */
  removeAll(ids: number[]): Promise<number> {
    return this.changes.removeAll(ids);
  }
}

/** The given columns of a photo. */
export function toDetails(given: UpdatePhoto): Partial<PhotoDetails> {
  const {
    title,
    description,
    alt_text,
    place,
    is_for_sale,
    selling_price,
    visibility,
    focus_x,
    focus_y,
    comments_open,
  } = given;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: textOrNull(description) }),
    ...(alt_text !== undefined && { altText: textOrNull(alt_text) }),
    ...(place !== undefined && { place: textOrNull(place) }),
    ...(is_for_sale !== undefined && { isForSale: is_for_sale }),
    ...(selling_price !== undefined && { sellingPrice: selling_price }),
    ...(visibility !== undefined && { visibility }),
    ...(comments_open !== undefined && { commentsOpen: comments_open }),
    ...(focus_x !== undefined && { focusX: focus_x }),
    ...(focus_y !== undefined && { focusY: focus_y }),
  };
}
