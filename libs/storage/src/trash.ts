import type { Readable } from 'node:stream';
import { TRASH } from './picture-keys.ts';
import type { Storage } from './storage.ts';

/** Days that an original stays in the trash, counted from when it went there. */
export const TRASH_DAYS = 30;

export const trashKey = (key: string) => `${TRASH}/${key}`;

/** The key that a file in the trash had before. */
export const keyBeforeTrash = (key: string) => key.slice(TRASH.length + 1);

/** Moves an original into the trash. A crash in between leaves it in both places, never in none. */
export async function moveToTrash(storage: Storage, key: string): Promise<void> {
  if (await storage.copy(key, trashKey(key))) await storage.remove(key);
}

/**
 * Brings an original back. The trash keeps its copy for the rest of its days: of two sites on one storage one may be moving
 * the original into the trash at this moment.
 *
 * @returns false where it is not in the trash
 */
export const copyFromTrash = (storage: Storage, key: string): Promise<boolean> => storage.copy(trashKey(key), key);

/** Reads an original, wherever it is: a row may come back whose original has gone to the trash. */
export const readOriginal = async (storage: Storage, key: string): Promise<Buffer | undefined> =>
  (await storage.read(key)) ?? storage.read(trashKey(key));

/** The same as a stream. */
export const openOriginal = async (storage: Storage, key: string): Promise<Readable | undefined> =>
  (await storage.open(key)) ?? storage.open(trashKey(key));
