import { Injectable } from '@nestjs/common';
import type { FieldFromFile, PhotoView, UploadPhoto } from '@portfolio/contracts';
import type { Photo } from '@portfolio/database';
import type { FileDetails } from '@portfolio/file-details';
import { PHOTO_KEYS } from '@portfolio/storage';
import { JobDispatcher } from '../backend/job-dispatcher.ts';
import { AppError } from '../http/app-error.ts';
import type { ReceivedFile } from '../http/file-upload.interceptor.ts';
import { MediaAddress } from '../media/media-address.ts';
import { UploadsService } from '../media/uploads.service.ts';
import { type FileReading, PhotoChangesRepository, type PhotoDetails } from './photo-changes.repository.ts';
import { toDetails } from './photo-changes.service.ts';
import { toPhotoView } from './photo.view.ts';

@Injectable()
export class PhotoUploadsService {
  constructor(
    private readonly changes: PhotoChangesRepository,
    private readonly jobs: JobDispatcher,
    private readonly address: MediaAddress,
    private readonly uploads: UploadsService,
  ) {}

  /** Whether uploads take texts, keywords and facts from the file. */
  async usesFileDetails(): Promise<boolean> {
    return (await this.changes.fileReading()).details;
  }

  /** Stores the file, then the row, then enqueues the job, so that housekeeping can repair a crash in between. */
  async upload(image: ReceivedFile, details: UploadPhoto): Promise<PhotoView> {
    const given = { isForSale: false, sellingPrice: null, ...toDetails(details), title: details.title };
    const reading = await this.changes.fileReading();
    const { gallery_id: galleryId, batch_id: id, batch_place: position } = details;
    const batch = id !== undefined && position !== undefined ? { id, position } : undefined;
    const record = await this.uploads.store(PHOTO_KEYS, image, async (original, inFile) => {
      const photo = { ...given, ...withFileDetails(given, inFile, reading), fileName: image.name };
      const inserted = await this.changes.insert({ ...photo, ...original }, { galleryId, batch });
      if (!inserted) throw AppError.at('gallery_id', 'photo.unknown-gallery');
      // The photo of an earlier attempt.
      if (inserted.photo.originalKey !== original.originalKey) await this.uploads.discard(original.originalKey);
      return inserted;
    });
    await this.jobs.enqueue('photo.render', { photoId: record.photo.id });
    return toPhotoView(record, 'administrator', this.address);
  }

  async replace(id: number, image: ReceivedFile): Promise<PhotoView> {
    const reading = await this.changes.fileReading();
    const saved = await this.uploads.store(PHOTO_KEYS, image, async (original, { capturedAt, facts }) => {
      const hasFacts = Object.values(facts).some((fact) => fact !== undefined);
      const read = hasFacts && { fileFacts: reading.details ? facts : null };
      const file = { fileName: image.name, ...(capturedAt && { capturedAt }), ...read };
      const replaced = await this.changes.replaceOriginal(id, original, file);
      if (!replaced) throw new AppError('photo.not-found');
      return replaced;
    });
    const { record, previousKey } = saved;
    const { status, contentHash: version, originalKey } = record.photo;
    if (status === 'ready') await this.jobs.enqueue('photo.refresh', { photoId: id, version });
    else await this.jobs.enqueue('photo.render', { photoId: id });
    // Equal where a retry found its first attempt committed, whose older original is left to the hourly sweep.
    if (previousKey !== originalKey) await this.uploads.trash([previousKey]);
    return toPhotoView(record, 'administrator', this.address);
  }
}

type Texts = Pick<PhotoDetails, 'title' | 'description' | 'altText' | 'place'>;
type ReadColumns = Pick<Photo, 'keywords' | 'fileFacts' | 'fromFile' | 'capturedAt' | 'isExifRead'>;

/** Columns by the names of the fields. */
const FIELDS = { title: 'title', description: 'description', alt_text: 'altText', place: 'place' } as const;

/**
 * Texts and columns of a new photo with the details in its file.
 *
 * @param given texts of the request: absent ones come from the file, null ones stay empty
 */
function withFileDetails(
  given: Pick<Texts, 'title'> & Partial<Texts>,
  inFile: FileDetails,
  reading: FileReading,
): Texts & ReadColumns {
  const { title, description = null, altText = null, place = null } = inFile;
  const read: Partial<Texts> = reading.details ? { title, description, altText, ...(reading.place && { place }) } : {};
  const texts: Texts = { description: null, altText: null, place: null, ...read, ...given };
  return {
    ...texts,
    keywords: reading.details ? inFile.keywords : [],
    fileFacts: reading.details ? inFile.facts : null,
    fromFile: (Object.keys(FIELDS) as FieldFromFile[]).filter((field) => {
      const text = read[FIELDS[field]];
      // Browsers send lines with CR and LF.
      return typeof text === 'string' && text === texts[FIELDS[field]]?.replaceAll('\r\n', '\n');
    }),
    capturedAt: inFile.capturedAt ?? null,
    isExifRead: true,
  };
}
