import { UploadPhoto } from '@portfolio/contracts';
import { validateSync } from 'class-validator';
import type { FieldErrors, Resolver } from 'react-hook-form';

export interface PhotoEntry {
  title: string;
  file: File;
  /** Other fields, from the form for one photo. */
  typed: Partial<UploadPhoto> | undefined;
}

export interface BulkPhotos {
  /** Order in lists and galleries. */
  order: 'chosen' | 'file-name';
  gallery_id: number | undefined;
  photos: PhotoEntry[];
}

/** @param typed input of the form for one file: the gallery applies to all files, the rest to the first */
export function photoEntries(files: readonly File[], typed: UploadPhoto | undefined): BulkPhotos {
  return {
    order: 'chosen',
    gallery_id: typed?.gallery_id,
    photos: files.map((file, index) => {
      const own = index === 0 ? typed : undefined;
      return { title: own?.title || titleFromFileName(file.name), file, typed: own };
    }),
  };
}

/**
 * Validates the photos whose titles are being validated. All errors of a photo are shown at its title.
 *
 * @param toUpload those of the files that will be uploaded
 */
export const validateEntries =
  (toUpload: (files: File[]) => File[]): Resolver<BulkPhotos> =>
  (values, _, { names }) => {
    const validated = new Set<string>(names);
    const included = new Set(toUpload(values.photos.map(({ file }) => file)));
    const faults = values.photos.map(({ title, typed, file }, index) => {
      if (!validated.has(`photos.${index}.title`) || !included.has(file)) return undefined;
      const [fault] = validateSync(Object.assign(new UploadPhoto(), typed, { title }), { stopAtFirstError: true });
      return fault && { title: { type: 'title', message: Object.values(fault.constraints ?? {})[0] } };
    });
    const errors: FieldErrors<BulkPhotos> = { photos: faults };
    return faults.some(Boolean) ? { values: {}, errors } : { values, errors: {} };
  };

/** A random UUID: `crypto.randomUUID` exists only in secure contexts. */
export function newBatchId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** File names of cameras: `IMG_1234`, `DSC00042`, `20260504_120000`. */
const CAMERA_NAME = /^[A-Z\d_-]*\d{3}[A-Z\d_-]*$/;

/** Title from a file name: "north_ridge-02.JPG" gives "North ridge 02", and "IMG_1234.JPG" stays "IMG_1234". */
export function titleFromFileName(name: string): string {
  const stem = name.replace(/\.[^.]+$/, '');
  if (CAMERA_NAME.test(stem)) return stem;
  const words = stem.replace(/[\s_-]+/g, ' ').trim();
  return words === '' ? 'Untitled' : words[0]!.toUpperCase() + words.slice(1);
}
