import { Injectable } from '@nestjs/common';
import type { Rendition } from '@portfolio/database';
import { MediaTickets } from './media-tickets.ts';

/** What must be known of a photo to write the addresses of its renditions. */
export interface Addressable {
  id: number;
  version: string | null;
  isPublic: boolean;
}

/** Writes the addresses that MediaController answers. */
@Injectable()
export class MediaAddress {
  constructor(private readonly tickets: MediaTickets) {}

  /** @returns the path under the site's origin; another content has another path, for ever */
  of(photo: Addressable, { width, format }: Pick<Rendition, 'width' | 'format'>): string {
    const path = `/media/${photo.id}/${photo.version}/${width}.${format}`;
    return photo.isPublic ? path : `${path}?ticket=${this.tickets.issue(photo.id)}`;
  }
}
