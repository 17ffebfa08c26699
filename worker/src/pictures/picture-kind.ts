import type { SiteEvent } from '@portfolio/contracts';
import { BackgroundImage, Photo, type Picture } from '@portfolio/database';
import type { JobQueue } from '@portfolio/jobs';
import { BACKGROUND_KEYS, PHOTO_KEYS, type PictureKeys } from '@portfolio/storage';

/** In what one kind of picture differs from another; what is done with them is the same. */
export interface PictureKind {
  /** What it is called in a log. */
  name: string;
  entity: new () => Picture;
  keys: PictureKeys;
  /** Whether an older one is worth nothing once a newer one is ready. */
  replacesOlder: boolean;
  /** What the site is told when a render ends. */
  ended(id: number, end: 'ready' | 'failed'): SiteEvent;
  /** What it is told on the way, where somebody waits for it. */
  progress?(id: number, percent: number): SiteEvent;
  /** @param version that its renditions are to have */
  askRefresh(jobs: JobQueue, id: number, version: string): Promise<void>;
  askRebuild(jobs: JobQueue, id: number): Promise<void>;
  askDiscard(jobs: JobQueue, id: number, originalKey: string): Promise<void>;
}

export const PHOTO: PictureKind = {
  name: 'photo',
  entity: Photo,
  keys: PHOTO_KEYS,
  replacesOlder: false,
  ended: (id, end) => ({ type: `photo.${end}`, photo_id: id }),
  progress: (id, percent) => ({ type: 'photo.progress', photo_id: id, percent }),
  askRefresh: (jobs, photoId, version) => jobs.add('photo.refresh', { photoId, version }),
  askRebuild: (jobs, photoId) => jobs.add('photo.rebuild', { photoId }),
  askDiscard: (jobs, photoId, originalKey) => jobs.add('photo.discard', { photoId, originalKey }),
};

export const BACKGROUND: PictureKind = {
  name: 'background',
  entity: BackgroundImage,
  keys: BACKGROUND_KEYS,
  replacesOlder: true,
  ended: (id, end) => ({ type: `background.${end}`, background_id: id }),
  askRefresh: (jobs, backgroundId, version) => jobs.add('background.refresh', { backgroundId, version }),
  askRebuild: (jobs, backgroundId) => jobs.add('background.rebuild', { backgroundId }),
  askDiscard: (jobs, backgroundId, originalKey) => jobs.add('background.discard', { backgroundId, originalKey }),
};

export const PICTURE_KINDS = [PHOTO, BACKGROUND];
