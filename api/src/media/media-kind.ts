import { BACKGROUND_KEYS, PHOTO_KEYS, type PictureKeys } from '@portfolio/storage';
import type { TicketPurpose } from './media-tickets.ts';

/** In what the files of one kind of picture differ from those of another, for who asks for them. */
export interface MediaKind {
  /** Begins the names of its files. */
  name: 'photo' | 'background';
  /** Under which its addresses lie. */
  path: string;
  keys: PictureKeys;
  /** The ticket that opens renditions which visitors do not see; undefined where nobody sees those. */
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
