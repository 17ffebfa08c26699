import { Injectable } from '@nestjs/common';
import type { Rendition } from '@portfolio/database';
import { MediaTickets } from './media-tickets.ts';

/** What must be known of a photo to write the addresses of its renditions. */
export interface Addressable {
  id: number;
  version: string | null;
  isPublic: boolean;
}

type RenditionName = Pick<Rendition, 'width' | 'format'>;

/** Writes the addresses that MediaController answers, as paths under the site's origin. */
@Injectable()
export class MediaAddress {
  constructor(private readonly tickets: MediaTickets) {}

  /** @returns another path for another content, for ever */
  of(photo: Addressable, { width, format }: RenditionName): string {
    const path = `/media/${photo.id}/${photo.version}/${width}.${format}`;
    return photo.isPublic ? path : `${path}?ticket=${this.tickets.issue(`photo:${photo.id}`)}`;
  }

  /** Of the file as it was uploaded; for the administrator alone. */
  original(photoId: number): string {
    return `/media/${photoId}/original?ticket=${this.tickets.issue(`original:${photoId}`)}`;
  }

  /** Of a background image, which is there for everybody or for nobody. */
  background({ id, version }: Omit<Addressable, 'isPublic'>, { width, format }: RenditionName): string {
    return `/media/background/${id}/${version}/${width}.${format}`;
  }

  /** Of a background image as it was uploaded; for the administrator alone. */
  backgroundOriginal(id: number): string {
    return `/media/background/${id}/original?ticket=${this.tickets.issue(`background:${id}`)}`;
  }
}
