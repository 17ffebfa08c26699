import type { InterludeView } from '@portfolio/contracts';
import type { Gallery, Interlude } from '@portfolio/database';

export type GalleryDetails = Pick<Gallery, 'title' | 'slug' | 'description' | 'layout'> &
  Partial<Pick<Gallery, 'opening' | 'isActive' | 'visibility' | 'passwordHash' | 'publishAt' | 'unpublishAt'>>;

/** All saved properties of a gallery; the source of its entity tag. */
export interface GalleryState extends GalleryDetails {
  id: number;
  interludes: Interlude[];
  /** In the gallery's order. */
  photoIds: number[];
  coverId: number | null;
}

/** Position and neighbours of a photo among those that the viewer sees. */
export interface GalleryPosition {
  /** Counted from 1. */
  number: number;
  total: number;
  previousId: number | null;
  nextId: number | null;
}

/** New photos of a gallery, in order. */
export interface PhotoOrder {
  ids: number[];
  /** Photos when the administrator loaded the gallery: those added since stay, at the end. */
  before?: number[] | undefined;
  /** Texts and pauses; by default, the present ones stay before the same photos. */
  interludes?: InterludeView[] | undefined;
  /** Lets removed photos become public; by default those that would are hidden. */
  publishRemoved?: boolean | undefined;
  /** The chosen cover, null for the first photo; undefined leaves it. */
  coverId?: number | null | undefined;
}
