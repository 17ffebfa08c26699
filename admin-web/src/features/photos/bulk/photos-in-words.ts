import { formatPhotoCount } from '../../../app/format-number.ts';

/** For example "1 photo" or "10,000 photos". */
export const photosInWords = formatPhotoCount;

/** Said of a folder, or of files, in which there is nothing that is meant. */
export const NO_PHOTOS = 'No photos found';
