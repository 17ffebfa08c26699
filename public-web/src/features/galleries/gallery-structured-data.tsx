import type { GalleryDetailView } from '@portfolio/contracts';

/** What search engines are told about a gallery. */
export function GalleryStructuredData(_: { view: GalleryDetailView }) {
  return null;
}
