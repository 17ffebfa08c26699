import { Injectable } from '@nestjs/common';
import type { Rendition } from '@portfolio/database';
import { BACKGROUND_MEDIA, type MediaKind, PHOTO_MEDIA } from './media-kind.ts';
import { MediaTickets } from './media-tickets.ts';

/** What must be known of a photo to write the addresses of its renditions. */
export interface Addressable {
  id: number;
  version: string | null;
  isPublic: boolean;
}

type RenditionName = Pick<Rendition, 'width' | 'format'>;

/** Writes the addresses that the controllers of media answer, as paths under the site's origin. */
@Injectable()
export class MediaAddress {
  constructor(private readonly tickets: MediaTickets) {}

  /** @returns another path for another content, for ever */
  of(photo: Addressable, rendition: RenditionName): string {
    const path = pathOf(PHOTO_MEDIA, photo, rendition);
    return photo.isPublic ? path : `${path}?ticket=${this.tickets.issue(`photo:${photo.id}`)}`;
  }

  /** Of the file as it was uploaded; for the administrator alone. */
  original(photoId: number): string {
    return this.originalOf(PHOTO_MEDIA, photoId);
  }

  /** Of a background image, which is there for everybody or for nobody. */
  background(image: Omit<Addressable, 'isPublic'>, rendition: RenditionName): string {
    return pathOf(BACKGROUND_MEDIA, image, rendition);
  }

  /** Of a background image as it was uploaded; for the administrator alone. */
  backgroundOriginal(id: number): string {
    return this.originalOf(BACKGROUND_MEDIA, id);
  }

  private originalOf(kind: MediaKind, id: number): string {
    return `${kind.path}/${id}/original?ticket=${this.tickets.issue(kind.originalTicket(id))}`;
  }
}

const pathOf = (
  kind: MediaKind,
  { id, version }: Pick<Addressable, 'id' | 'version'>,
  { width, format }: RenditionName,
) => `${kind.path}/${id}/${version}/${width}.${format}`;
