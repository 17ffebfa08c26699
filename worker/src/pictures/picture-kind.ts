import { PAGE_EDGE, type SiteEvent } from '@portfolio/contracts';
import { BackgroundImage, Photo, type Picture } from '@portfolio/database';
import type { JobQueue } from '@portfolio/jobs';
import { BACKGROUND_KEYS, PHOTO_KEYS, type PictureKeys } from '@portfolio/storage';

/** Differences between the kinds of pictures. */
export interface PictureKind {
  /** Name in logs. */
  name: string;
  entity: new () => Picture;
  keys: PictureKeys;
  /** Long edge of the largest rendition in pixels, where the settings allow it. */
  largest: number;
  /** Whether the row has a focal point. */
  hasFocus: boolean;
  /** Whether a ready picture replaces all older ones. */
  replacesOlder: boolean;
  endEvent(id: number, end: 'ready' | 'failed'): SiteEvent;
  /** Only for kinds whose progress the back office shows. */
  progressEvent?(id: number, percent: number): SiteEvent;
  /** @param version target of the refresh */
  enqueueRefresh(jobs: JobQueue, id: number, version: string): Promise<unknown>;
  enqueueRebuild(jobs: JobQueue, id: number): Promise<unknown>;
  enqueueDiscard(jobs: JobQueue, id: number, originalKey: string): Promise<unknown>;
}

export const PHOTO: PictureKind = {
  name: 'photo',
  entity: Photo,
  keys: PHOTO_KEYS,
  largest: 3_840,
  hasFocus: true,
  replacesOlder: false,
  endEvent: (id, end) => ({ type: `photo.${end}`, photo_id: id }),
  progressEvent: (id, percent) => ({ type: 'photo.progress', photo_id: id, percent }),
  enqueueRefresh: (jobs, photoId, version) => jobs.add('photo.refresh', { photoId, version }),
  enqueueRebuild: (jobs, photoId) => jobs.add('photo.rebuild', { photoId }),
  enqueueDiscard: (jobs, photoId, originalKey) => jobs.add('photo.discard', { photoId, originalKey }),
};

export const BACKGROUND: PictureKind = {
  name: 'background',
  entity: BackgroundImage,
  keys: BACKGROUND_KEYS,
  largest: PAGE_EDGE,
  hasFocus: false,
  replacesOlder: true,
  endEvent: (id, end) => ({ type: `background.${end}`, background_id: id }),
  enqueueRefresh: (jobs, backgroundId, version) => jobs.add('background.refresh', { backgroundId, version }),
  enqueueRebuild: (jobs, backgroundId) => jobs.add('background.rebuild', { backgroundId }),
  enqueueDiscard: (jobs, backgroundId, originalKey) => jobs.add('background.discard', { backgroundId, originalKey }),
};

export const PICTURE_KINDS = [PHOTO, BACKGROUND];
