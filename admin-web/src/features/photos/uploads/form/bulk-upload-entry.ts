import { UploadPhoto } from '@portfolio/contracts';
import { validateSync } from 'class-validator';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { titleFromFileName } from '../files/describe-file.ts';

/** One of several photos before it goes. */
export interface PhotoEntry {
  title: string;
  file: File;
  /** What the form for one photo asks for beside the title. */
  typed: Partial<UploadPhoto> | undefined;
}

export interface BulkPhotos {
  /** Of the files in their batch, and so in lists and galleries. */
  order: 'chosen' | 'file-name';
  gallery_id: number | undefined;
  photos: PhotoEntry[];
}

/** @param typed what was typed while there was one file: its gallery is for all, the rest for the first */
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
 * Judges each photo by its rules, and shows at its title whatever is wrong. While one title is being typed, it alone is
 * judged, however many there are.
 *
 * @param goes whether a file is to be uploaded at all
 */
export const validateEntries =
  (goes: (file: File) => boolean): Resolver<BulkPhotos> =>
  (values, _, { names }) => {
    const asked = new Set<string>(names);
    const faults = values.photos.map(({ title, typed, file }, index) => {
      if (!asked.has(`photos.${index}.title`) || !goes(file)) return undefined;
      const [fault] = validateSync(Object.assign(new UploadPhoto(), typed, { title }), { stopAtFirstError: true });
      return fault && { title: { type: 'title', message: Object.values(fault.constraints ?? {})[0] } };
    });
    const errors: FieldErrors<BulkPhotos> = { photos: faults };
    return faults.some(Boolean) ? { values: {}, errors } : { values, errors: {} };
  };
