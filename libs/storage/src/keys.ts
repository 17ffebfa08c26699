import type { OpenedFile, Storage } from './storage.ts';

/** Folder of the originals of every kind. */
const ORIGINALS = 'originals';

function pictureKeys(renditions: string) {
  const renditionPattern = new RegExp(`^${renditions}/([1-9]\\d*)/([^/]+)/[^/]+$`);
  return {
    /** Folder of all originals, of every kind. */
    originals: ORIGINALS,
    /** Folder of all renditions of this kind. */
    renditions,
    /** @param id random, so that the key exists before the row */
    original: (id: string, extension: string) => `${ORIGINALS}/${id.slice(0, 2)}/${id}.${extension}`,
    pictureFolder: (id: number) => `${renditions}/${id}`,
    versionFolder: (id: number, version: string) => `${renditions}/${id}/${version}`,
    rendition: (id: number, version: string, width: number, format: string) =>
      `${renditions}/${id}/${version}/${width}.${format}`,
    /** Picture and version of a rendition's key; undefined for other keys. */
    versionOf(key: string) {
      const [, id, version] = renditionPattern.exec(key) ?? [];
      return id === undefined || version === undefined ? undefined : { id: Number(id), version };
    },
  };
}

/** Keys of one kind of picture. */
export type PictureKeys = ReturnType<typeof pictureKeys>;

export const PHOTO_KEYS = pictureKeys('renditions');
export const BACKGROUND_KEYS = pictureKeys('backgrounds');

/** Folder of originals without a row. */
export const TRASH = 'trash';

/** Days that an original without a row stays in the trash. */
export const ORPHAN_TRASH_DAYS = 30;

/** Folder of exported archives. */
export const EXPORTS = 'exports';

/** Milliseconds until an exported or uploaded archive is removed. */
export const ARCHIVE_LIFETIME_MS = 24 * 60 * 60_000;

/** @param token unguessable: who knows it may download the archive */
export const exportKey = (token: string) => `${EXPORTS}/${token}.tar`;

/** Folder of archives that are being imported. */
export const IMPORTS = 'imports';

/** @param number of the part, from 1 */
export const importKey = (uploadId: string, number: number) => `${IMPORTS}/${uploadId}/${number}`;

/** Folders of pictures, with the trash; not those of archives. */
export const PICTURE_FOLDERS = [ORIGINALS, PHOTO_KEYS.renditions, BACKGROUND_KEYS.renditions, TRASH] as const;

export const trashKey = (key: string) => `${TRASH}/${key}`;

/** Inverse of `trashKey`. */
export const keyBeforeTrash = (key: string) => key.slice(TRASH.length + 1);

/** Moves an original into the trash. A crash in between leaves it in both places. */
export async function moveToTrash(storage: Storage, key: string): Promise<void> {
  if (await storage.copy(key, trashKey(key))) await storage.remove(key);
}

/**
 * Restores an original. The copy in the trash stays: another site on the same storage may be moving the original into the
 * trash right now.
 *
 * @returns false where it is not in the trash
 */
export const copyFromTrash = (storage: Storage, key: string): Promise<boolean> => storage.copy(trashKey(key), key);

/** Reads an original, from the trash if necessary: a restored row may have its original there. */
export const readOriginal = async (storage: Storage, key: string): Promise<Buffer | undefined> =>
  (await storage.read(key)) ?? storage.read(trashKey(key));

/** The same as a stream with its size. */
export const fetchOriginal = async (storage: Storage, key: string): Promise<OpenedFile | undefined> =>
  (await storage.fetch(key, 0)) ?? storage.fetch(trashKey(key), 0);
