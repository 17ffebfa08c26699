import type { PhotoView } from '@portfolio/contracts';

/** What search engines are told about a photo. */
export function PhotoStructuredData(_: { photo: PhotoView; gallery: PhotoView['galleries'][number] | undefined }) {
  return null;
}
