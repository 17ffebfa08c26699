import { Injectable } from '@nestjs/common';
import {
  distinctTags,
  ERRORS,
  LIMITS,
  type ChangePhotos,
  type PhotoFields,
  type PhotoResponse,
  type ProcessingPhotoResponse,
  type SavedPhotosView,
  type UpdatePhoto,
} from '@portfolio/contracts';
import { JobDispatcher } from '../backend/job-dispatcher.ts';
import { AppError } from '../http/app-error.ts';
import { blankToNull, withoutUndefined } from '../http/optional-values.ts';
import type { Precondition, Versioned } from '../http/versions.ts';
import { PhotoChangesRepository, type PhotoDetails } from './photo-changes.repository.ts';
import { PhotosService } from './photos.service.ts';

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

  /** Changes several photos; ids that do not exist are ignored. @returns the number of existing ones */
  async updateAll({ photo_ids, add_to_gallery_id: galleryId, ...details }: ChangePhotos): Promise<number> {
    const { is_for_sale: isForSale, visibility, remove_from_gallery_id: leftGalleryId } = details;
    const { add_tags: addedTags, remove_tags: removedTags } = details;
    const changes = { isForSale, visibility, galleryId, leftGalleryId, addedTags, removedTags };
    if (Object.values(changes).every((given) => given === undefined)) {
      const message =
        'Give is_for_sale, visibility, add_to_gallery_id, remove_from_gallery_id, add_tags or remove_tags';
      throw AppError.at('is_for_sale', 'request.invalid', message);
    }
    const count = await this.changes.updateAll(photo_ids, changes);
    if (count === 'too-many-tags') {
      throw AppError.at('add_tags', 'request.invalid', `A photo can have at most ${LIMITS.keywords} tags`);
    }
    if (count === 'unknown-gallery') throw AppError.at('add_to_gallery_id', 'photo.unknown-gallery');
    if (count === 'unknown-left-gallery') throw AppError.at('remove_from_gallery_id', 'photo.unknown-gallery');
    return count;
  }

  /** Saves the fields of each photo that exists and whose version, if given, is current. */
  async saveFields(changes: PhotoFields[]): Promise<SavedPhotosView> {
    const outdated = await this.changes.updateEach(
      // Optional texts may be null.
      changes.map(({ id, version, ...fields }) => ({ id, version: version ?? undefined, details: toDetails(fields) })),
    );
    const ids = changes.map(({ id }) => id);
    const current = new Map((await this.photos.listByIds('administrator', ids)).map((photo) => [photo.id, photo]));
    const failed = ids.filter((id) => outdated.has(id) || !current.has(id));
    return {
      photos: ids.flatMap((id) => (outdated.has(id) ? [] : (current.get(id) ?? []))),
      failures: failed.map((id) => {
        const code = current.has(id) ? 'request.outdated' : 'photo.not-found';
        return { id, code, message: ERRORS[code].message, current: current.get(id) ?? null };
      }),
    };
  }

  removeAll(ids: number[]): Promise<number> {
    return this.changes.removeAll(ids);
  }
}

/** The given columns of a photo. */
export const toDetails = (given: UpdatePhoto): Partial<PhotoDetails> =>
  withoutUndefined({
    title: given.title,
    description: blankToNull(given.description),
    altText: blankToNull(given.alt_text),
    place: blankToNull(given.place),
    keywords: given.tags && distinctTags(given.tags),
    isForSale: given.is_for_sale,
    sellingPrice: given.selling_price,
    visibility: given.visibility,
    commentsOpen: given.comments_open,
    focusX: given.focus_x,
    focusY: given.focus_y,
  });
