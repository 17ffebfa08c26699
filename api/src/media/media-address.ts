import { Injectable } from '@nestjs/common';
import type { Picture, Rendition } from '@portfolio/database';
import { BACKGROUND_KEYS, PHOTO_KEYS, type PictureKeys } from '@portfolio/storage';
import { MediaTickets, type TicketPurpose } from './media-tickets.ts';

/** Differences between the media of photos and of background images. */
export interface MediaKind {
  /** Identifies the kind; also the prefix of download names and entity tags. */
  name: 'photo' | 'background';
  /** Prefix of addresses. */
  path: string;
  keys: PictureKeys;
  /** Purpose of tickets for renditions that visitors do not see; absent where no ticket admits to them. */
  renditionPurpose?(id: number): TicketPurpose;
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

type AddressedPicture = Pick<Picture, 'id' | 'version'>;
type AddressedRendition = Pick<Rendition, 'width' | 'format'>;

/** Addresses of media, as paths under the site's origin. */
@Injectable()
export class MediaAddress {
  constructor(private readonly tickets: MediaTickets) {}

  /** Address of a photo's rendition, which changes with the content; with a ticket where visitors do not see the photo. */
  of(photo: AddressedPicture, rendition: AddressedRendition, { isPublic }: { isPublic: boolean }): string {
    const path = pathOf(PHOTO_MEDIA, photo, rendition);
    return isPublic ? path : `${path}?ticket=${this.tickets.issue(`photo:${photo.id}`)}`;
  }

  /** Address of an original, for the administrator only. */
  original(kind: MediaKind, id: number): string {
    return `${kind.path}/${id}/original?ticket=${this.tickets.issue(kind.originalPurpose(id))}`;
  }

  background(image: AddressedPicture, rendition: AddressedRendition): string {
    return pathOf(BACKGROUND_MEDIA, image, rendition);
  }
}

const pathOf = (kind: MediaKind, { id, version }: AddressedPicture, { width, format }: AddressedRendition) =>
  `${kind.path}/${id}/${version}/${width}.${format}`;
