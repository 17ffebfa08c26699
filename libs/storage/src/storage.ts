import type { Readable } from 'node:stream';

/** What is known of a kept file without reading it. */
export interface StoredFile {
  /** Slash-separated path inside the storage, such as `originals/3f/3f2a….jpg`. */
  key: string;
  bytes: number;
  /** When the file was kept, not when its content was made. */
  modifiedAt: Date;
}

/** First and last byte wanted, both included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file that has been opened, and how large it is. */
export interface OpenedFile {
  bytes: number;
  /** Its bytes where it is small, or a stream of them. */
  content: Buffer | Readable;
}

/**
 * Where originals and renditions are kept. A key names a whole file or none: half a file is never seen under it.
 *
 * Every method throws StorageError for what is no plain key, and where the medium is away StorageAwayError or what the
 * system says of files; a file that is not there is an ordinary answer.
 */
export interface Storage {
  /** Keeps the bytes under the key, replacing what was there; they are safe on the medium when this resolves. */
  write(key: string, content: Uint8Array): Promise<void>;
  /** Takes over a local file, which is gone from its place afterwards. */
  moveIn(key: string, path: string): Promise<void>;
  /**
   * Copies a file within the storage, replacing what was there. The copy counts as kept now.
   *
   * @returns false where there is no such file
   */
  copy(from: string, to: string): Promise<boolean>;
  read(key: string): Promise<Buffer | undefined>;
  /** Opens the file, or the part of it that lies in the range, for streaming. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /**
   * Opens the file, and says with the same look at the medium how large it is.
   *
   * @param whole bytes up to which it may be read at once, where that costs less than streaming
   */
  fetch(key: string, whole: number): Promise<OpenedFile | undefined>;
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removes the file; one that is not there is no fault. */
  remove(key: string): Promise<void>;
  /** Removes every file whose key lies in the folder. */
  removeFolder(folder: string): Promise<void>;
  /** Every file whose key lies in the folder, however deep, in no order. */
  list(folder: string): AsyncIterable<StoredFile>;
  /**
   * Removes what was begun before that time and never became a file, because its process died.
   *
   * @returns how many there were
   */
  discardUnfinished(before: Date): Promise<number>;
  /** Throws unless files can be kept right now. */
  check(): Promise<void>;
}

/** Under which Nest provides the Storage: an interface leaves no name behind at run time. */
export const STORAGE = Symbol('Storage');

export class StorageError extends Error {
  override name = 'StorageError';
}

/** Thrown where files cannot be kept or read right now, whatever the reason; the message is for the operator. */
export class StorageUnavailableError extends Error {
  override name = 'StorageAwayError';
}

/** Ends the name of a file that is still being written, where the medium has names for such; no key may end so. */
export const TEMPORARY_SUFFIX = '.part';

/**
 * Refuses what would mean something else on another medium, or leave the storage: a key is names joined by slashes.
 *
 * @throws StorageError
 */
export function assertKey(key: string): void {
  const isPlain = key.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  if (!isPlain || key.includes('\0') || key.endsWith(TEMPORARY_SUFFIX)) {
    throw new StorageError('This is no key of a file in the storage');
  }
}
