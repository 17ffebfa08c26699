import { createHash } from 'node:crypto';
import type { GalleryVisibility } from '@portfolio/contracts';
import fc from 'fast-check';

/** Rows of a site, for model and database. */
export interface World {
  photos: PhotoRow[];
  galleries: GalleryRow[];
  comments: CommentRow[];
  news: NewsRow[];
  backgrounds: BackgroundRow[];
}

export interface PhotoRow {
  id: number;
  title: string;
  description: string | null;
  status: 'processing' | 'ready' | 'failed';
  isForSale: boolean;
  visibility: 'public' | 'unlisted' | 'hidden';
  /** Whether it has renditions; always true when ready. */
  hasFiles: boolean;
}

export interface GalleryRow {
  id: number;
  visibility: GalleryVisibility;
  schedule: Schedule;
  entries: { photoId: number; position: number }[];
}

/** `soon` begins tomorrow, `ended` ended yesterday. */
export const SCHEDULES = ['always', 'started', 'soon', 'ended'] as const;
export type Schedule = (typeof SCHEDULES)[number];

export interface CommentRow {
  id: number;
  photoId: number;
  isApproved: boolean;
}

export interface NewsRow {
  id: number;
  isActive: boolean;
  schedule: Schedule;
  /** Field of its text; `none` has a link only. */
  text: 'headline' | 'content' | 'none';
  /** Its picture. */
  photoId: number | null;
}

export interface BackgroundRow {
  id: number;
  status: PhotoRow['status'];
}

/** Most photos of a world; their files are written once. */
export const MOST_PHOTOS = 7;

/** Words of titles, descriptions and searches, with two SQL wildcards. */
const WORDS = ['tide', 'Tide', 'peak', '100%', 'a_b'] as const;
export const aWord = fc.constantFrom<string>(...WORDS, 'nowhere');

/** Parameters of list requests. */
export interface Questions {
  limit: number;
  search: string;
  isForSale: boolean;
  /** Deleted rows, which are requested, too. */
  gone: { photos: number[]; galleries: number[]; news: number[] };
}

/** All pairs of galleries and photos, deleted ones included. */
export function galleryPhotoPairs(
  { galleries, photos }: World,
  { gone }: Questions,
): [gallery: number, photo: number][] {
  const photoIds = [...photos.map(({ id }) => id), ...gone.photos];
  return [...galleries.map(({ id }) => id), ...gone.galleries].flatMap((gallery) =>
    photoIds.map((photo): [number, number] => [gallery, photo]),
  );
}

/** Ids of deleted rows. */
export function goneBetween(begin: World, end: World): Questions['gone'] {
  const missing = (first: { id: number }[], last: { id: number }[]) =>
    first.map(({ id }) => id).filter((id) => !last.some((row) => row.id === id));
  return {
    photos: missing(begin.photos, end.photos),
    galleries: missing(begin.galleries, end.galleries),
    news: missing(begin.news, end.news),
  };
}

export const aVisibility = fc.oneof(
  { weight: 3, arbitrary: fc.constant('public' as const) },
  fc.constantFrom('unlisted' as const, 'hidden' as const),
);

export const aGalleryVisibility = fc.oneof(
  { weight: 3, arbitrary: fc.constant('public' as const) },
  fc.constantFrom('unlisted' as const, 'private' as const, 'hidden' as const),
);

const aSchedule = fc.oneof({ weight: 4, arbitrary: fc.constant('always' as const) }, fc.constantFrom(...SCHEDULES));

export const aNewsText = fc.constantFrom('headline' as const, 'content' as const, 'none' as const);

const aPhoto = fc.record({
  title: fc.constantFrom<string>(...WORDS),
  description: fc.option(fc.constantFrom<string>(...WORDS)),
  status: fc.oneof(
    { weight: 3, arbitrary: fc.constant('ready' as const) },
    fc.constantFrom('processing' as const, 'failed' as const),
  ),
  isForSale: fc.boolean(),
  visibility: aVisibility,
  hasLeftovers: fc.boolean(),
});

/** Photos are chosen by index, so that they stay valid while a failing world shrinks. */
const aGallery = fc.record({
  schedule: aSchedule,
  visibility: aGalleryVisibility,
  entries: fc.uniqueArray(fc.record({ photo: fc.nat(MOST_PHOTOS - 1), position: fc.nat(20) }), {
    maxLength: MOST_PHOTOS,
    selector: ({ photo }) => photo,
  }),
});

/** Random site with a few rows. */
export const aWorld: fc.Arbitrary<World> = fc
  .record({
    photos: fc.array(aPhoto, { maxLength: MOST_PHOTOS }),
    galleries: fc.array(aGallery, { maxLength: 4 }),
    comments: fc.array(fc.record({ photo: fc.nat(MOST_PHOTOS - 1), isApproved: fc.boolean() }), { maxLength: 10 }),
    news: fc.array(
      fc.record({ isActive: fc.boolean(), schedule: aSchedule, text: aNewsText, photo: fc.nat(MOST_PHOTOS - 1) }),
      { maxLength: 4 },
    ),
    backgrounds: fc.array(fc.record({ status: fc.constantFrom('processing', 'ready', 'failed') }), { maxLength: 3 }),
  })
  .map(({ photos, galleries, comments, news, backgrounds }): World => {
    const isThere = ({ photo }: { photo: number }) => photo < photos.length;
    return {
      photos: photos.map(({ hasLeftovers, ...photo }, index) => ({
        id: index + 1,
        ...photo,
        hasFiles: photo.status === 'ready' || hasLeftovers,
      })),
      galleries: galleries.map(({ visibility, schedule, entries }, index) => ({
        id: index + 1,
        schedule,
        visibility,
        entries: uniquePositions(entries.filter(isThere)).map(({ photo, position }) => ({
          photoId: photo + 1,
          position,
        })),
      })),
      comments: comments
        .filter(isThere)
        .map(({ photo, isApproved }, index) => ({ id: index + 1, photoId: photo + 1, isApproved })),
      news: news.map(({ photo, ...item }, index) => ({
        id: index + 1,
        ...item,
        photoId: isThere({ photo }) ? photo + 1 : null,
      })),
      backgrounds: backgrounds.map((background, index) => ({ id: index + 1, ...background })),
    };
  });

export const someQuestions: fc.Arbitrary<Questions> = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  search: aWord,
  isForSale: fc.boolean(),
  gone: fc.constant({ photos: [], galleries: [], news: [] }),
});

function uniquePositions<T extends { position: number }>(entries: T[]): T[] {
  const taken = new Set<number>();
  return entries.map((entry) => {
    let position = entry.position;
    while (taken.has(position)) position += 1;
    taken.add(position);
    return { ...entry, position };
  });
}

export const slugOf = ({ id }: { id: number }) => `gallery-${id}`;
export const titleOfGallery = ({ id }: { id: number }) => `Gallery ${id}`;
/** Photos with the same title share a file. */
export const contentHashOf = ({ title }: { title: string }) => createHash('sha256').update(title).digest('hex');
