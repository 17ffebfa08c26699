import { Injectable } from '@nestjs/common';
import type { Rendition } from '@portfolio/database';
import { BACKGROUND_KEYS, PHOTO_KEYS, type PictureKeys } from '@portfolio/storage';
import { MediaTickets, type TicketPurpose } from './media-tickets.ts';

/** Differences between the media of photos and of background images. */
export interface MediaKind {
  /** Prefix of file names. */
  name: 'photo' | 'background';
  /** Prefix of addresses. */
  path: string;
  keys: PictureKeys;
  /** Ticket for renditions that visitors do not see; undefined where no ticket admits to them. */
  renditionTicket?(id: number): TicketPurpose;
  originalTicket(id: number): TicketPurpose;
}

export const PHOTO_MEDIA: MediaKind = {
  name: 'photo',
  path: '/media',
  keys: PHOTO_KEYS,
  renditionTicket: (id) => `photo:${id}`,
  originalTicket: (id) => `original:${id}`,
};

export const BACKGROUND_MEDIA: MediaKind = {
  name: 'background',
  path: '/media/background',
  keys: BACKGROUND_KEYS,
  originalTicket: (id) => `background:${id}`,
};

/** A photo with rendition addresses. */
export interface Addressable {
  id: number;
  version: string | null;
  isPublic: boolean;
}

type RenditionName = Pick<Rendition, 'width' | 'format'>;

/** Addresses of media, as paths under the site's origin. */
@Injectable()
export class MediaAddress {
  constructor(private readonly tickets: MediaTickets) {}

  /** Address of a rendition, immutable per content; with a ticket where visitors do not see the photo. */
  of(photo: Addressable, rendition: RenditionName): string {
    const path = pathOf(PHOTO_MEDIA, photo, rendition);
    return photo.isPublic ? path : `${path}?ticket=${this.tickets.issue(`photo:${photo.id}`)}`;
  }

  /** Address of an original, for the administrator only. */
  original(photoId: number): string {
    return this.originalOf(PHOTO_MEDIA, photoId);
  }

  background(image: Omit<Addressable, 'isPublic'>, rendition: RenditionName): string {
    return pathOf(BACKGROUND_MEDIA, image, rendition);
  }

  /** Address of a background original, for the administrator only. */
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
