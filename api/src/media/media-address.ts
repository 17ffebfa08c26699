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
  /** Purpose of tickets for renditions that visitors do not see; absent where no ticket admits to them. */
  renditionPurpose?(id: number): TicketPurpose;
  /** Purpose of tickets for an original. */
  originalPurpose(id: number): TicketPurpose;
}

export const PHOTO_MEDIA: MediaKind = {
  name: 'photo',
  path: '/media',
  keys: PHOTO_KEYS,
  renditionPurpose: (id) => `photo:${id}`,
  originalPurpose: (id) => `original:${id}`,
};

export const BACKGROUND_MEDIA: MediaKind = {
  name: 'background',
  path: '/media/background',
  keys: BACKGROUND_KEYS,
  originalPurpose: (id) => `background:${id}`,
};

/** What the address of a photo's rendition is built from. */
export interface AddressedPhoto {
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
  of(photo: AddressedPhoto, rendition: RenditionName): string {
    const path = pathOf(PHOTO_MEDIA, photo, rendition);
    return photo.isPublic ? path : `${path}?ticket=${this.tickets.issue(`photo:${photo.id}`)}`;
  }

  /** Address of an original, for the administrator only. */
  original(photoId: number): string {
    return this.originalOf(PHOTO_MEDIA, photoId);
  }

  background(image: Omit<AddressedPhoto, 'isPublic'>, rendition: RenditionName): string {
    return pathOf(BACKGROUND_MEDIA, image, rendition);
  }

  /** Address of a background original, for the administrator only. */
  backgroundOriginal(id: number): string {
    return this.originalOf(BACKGROUND_MEDIA, id);
  }

  private originalOf(kind: MediaKind, id: number): string {
    return `${kind.path}/${id}/original?ticket=${this.tickets.issue(kind.originalPurpose(id))}`;
  }
}

const pathOf = (kind: MediaKind, { id, version }: Omit<AddressedPhoto, 'isPublic'>, { width, format }: RenditionName) =>
  `${kind.path}/${id}/${version}/${width}.${format}`;
