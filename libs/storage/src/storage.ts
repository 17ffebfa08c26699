import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Slash-separated path inside the storage, such as `originals/3f/3f2a….jpg`. */
  key: string;
  bytes: number;
  /** When the file was stored, not when its content was made. */
  modifiedAt: Date;
}

/** First and last byte, both included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface OpenedFile {
  bytes: number;
  /** A stream, or on disk a buffer for small files. */
  content: Buffer | Readable;
}

/**
 * Storage of originals and renditions. A key names a complete file or none.
 *
 * Every method throws StorageError for an invalid key, and StorageUnavailableError or a file system error for a fault. A
 * missing file is no error.
 */
export interface Storage {
  /** Writes or replaces a file; it is synced when this resolves. */
  write(key: string, content: Uint8Array): Promise<void>;
  /** Writes a stream of any length. A failed write leaves the key as it was. */
  writeStream(key: string, content: Readable): Promise<void>;
  /** Moves a local file into the storage. */
  moveIn(key: string, path: string): Promise<void>;
  /** Copies a file, with the current time as `modifiedAt`. @returns false where the source is missing */
  copy(from: string, to: string): Promise<boolean>;
  read(key: string): Promise<Buffer | undefined>;
  /** Opens the file, or a range of it, for streaming. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /**
   * Opens the file with its size.
   *
   * @param maxBuffered bytes up to which it may be read into a buffer, where that is cheaper
   */
  fetch(key: string, maxBuffered: number): Promise<OpenedFile | undefined>;
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removes the file, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes all files below the folder. */
  removeFolder(folder: string): Promise<void>;
  /** Lists all files below the folder, in no order; those of an inner folder one after the other. */
  list(folder: string): AsyncIterable<StoredFile>;
  /**
   * Removes temporary files of interrupted writes. A running write whose temporary file is removed may fail; `write` on disk
   * starts over.
   *
   * @param before removes only files modified earlier
   * @param folder by default every folder of pictures; on disk also the files of `check`
   * @returns their number
   */
  discardUnfinished(before: Date, folder?: string): Promise<number>;
  /** Bytes that can still be written, `Infinity` where the storage has no limit. */
  freeBytes(): Promise<number>;
  /** Writes a file, to a bucket at most once a minute. @throws unless files can be written */
  check(): Promise<void>;
}

/** Bytes that archives leave free: on one disk, a full storage would stop the database. */
export const SPARE_BYTES = 256 * 1024 * 1024;

/** Injection token of the Storage. */
export const STORAGE = Symbol('Storage');

/** An invalid key. */
export class StorageError extends Error {
  override name = 'StorageError';
}

/** The storage cannot be used now; the message is for the operator. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** Suffix of temporary files; no key may end with it. */
export const TEMPORARY_SUFFIX = '.part';

/** A key is names joined by slashes, and never leaves the storage. @throws StorageError */
export function assertKey(key: string): void {
  const isPlain = key.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  if (!isPlain || key.includes('\0') || key.endsWith(TEMPORARY_SUFFIX)) {
    throw new StorageError(`${JSON.stringify(key)} is no key of a file in the storage`);
  }
}
