import type { GalleryRow, PhotoRow, Schedule, World } from './world.ts';

/** Deletes photos with their positions and comments. */
export function withoutPhotos(world: World, photos: PhotoRow[]): World {
  const isLeft = ({ photoId }: { photoId: number }) => !photos.some(({ id }) => id === photoId);
  return {
    ...world,
    photos: world.photos.filter((photo) => !photos.includes(photo)),
    galleries: world.galleries.map((one) => ({ ...one, entries: one.entries.filter(isLeft) })),
    comments: world.comments.filter(isLeft),
  };
}

export const isInSchedule = ({ schedule }: { schedule: Schedule }) => schedule === 'always' || schedule === 'started';

/** Hides photos that were in galleries, none of them public, and now are in none. */
export function hideConfined(before: World, after: World): World {
  const around = ({ galleries }: World, { id }: PhotoRow) =>
    galleries.filter(({ entries }) => entries.some(({ photoId }) => photoId === id));
  const isFreed = (photo: PhotoRow) => {
    const held = around(before, photo);
    return (
      held.length > 0 &&
      held.every((gallery) => gallery.visibility !== 'public' || !isInSchedule(gallery)) &&
      around(after, photo).length === 0
    );
  };
  return {
    ...after,
    photos: after.photos.map((photo) => (isFreed(photo) ? { ...photo, visibility: 'hidden' } : photo)),
  };
}

export function hang(gallery: GalleryRow, photo: PhotoRow, isIn: boolean): GalleryRow {
  const others = gallery.entries.filter(({ photoId }) => photoId !== photo.id);
  if (!isIn) return { ...gallery, entries: others };
  if (others.length < gallery.entries.length) return gallery;
  const position = Math.max(-1, ...others.map((entry) => entry.position)) + 1;
  return { ...gallery, entries: [...others, { photoId: photo.id, position }] };
}

/** Reorders photos of a gallery within their own positions. */
export function reorder(gallery: GalleryRow, photos: PhotoRow[]): GalleryRow {
  const positionOf = ({ id }: { id: number }) => gallery.entries.find(({ photoId }) => photoId === id)?.position;
  const moving = photos.filter((photo) => positionOf(photo) !== undefined);
  const positions = moving.map((photo) => positionOf(photo)!).sort((one, other) => one - other);
  const moved = moving.map(({ id: photoId }, index) => ({ photoId, position: positions[index]! }));
  const stays = gallery.entries.filter(({ photoId }) => !moving.some(({ id }) => id === photoId));
  return { ...gallery, entries: [...stays, ...moved] };
}

export const idOf = ({ id }: { id: number }) => id;
export const inOrder = (photos: PhotoRow[]) => photos.map(({ id: photoId }, position) => ({ photoId, position }));

export const pick = <T>(from: T[], index: number): T | undefined => from[index % Math.max(1, from.length)];
export const pickAll = <T>(from: T[], indexes: number[]): T[] => [
  ...new Set(indexes.map((index) => pick(from, index)).filter((one) => one !== undefined)),
];
export const replace = <T extends { id: number }>(all: T[], one: T) =>
  all.map((other) => (other.id === one.id ? one : other));
export const without = <T>(all: T[], one: T) => all.filter((other) => other !== one);
export const nextId = (all: { id: number }[]) => Math.max(0, ...all.map(({ id }) => id)) + 1;
