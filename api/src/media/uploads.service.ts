import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type NewOriginal, UncertainCommitError } from '@portfolio/database';
import type { FileDetails } from '@portfolio/file-details';
import { forEachConcurrent, moveToTrash, type PictureKeys, STORAGE, type Storage } from '@portfolio/storage';
import { AppError } from '../http/app-error.ts';
import { validateImage } from './image-validation.ts';
import type { ReceivedFile } from '../http/file-upload.interceptor.ts';

const EXTENSIONS = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' } as const;

/** Milliseconds to retry an insert when the connection was lost before its commit was confirmed. */
const RETRY_FOR_MS = 8_000;
const RETRY_AFTER_MS = 250;

/** Originals that move to the trash at once. */
const CONCURRENT_MOVES = 4;

@Injectable()
export class UploadsService {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /** Removes the file of an upload that no row has. Housekeeping repeats a failed removal. */
  async discard(originalKey: string): Promise<void> {
    await this.storage.remove(originalKey).catch(() => undefined);
  }

  /** Moves originals without a row to the trash: the hourly sweep takes many of them for the wrong database. Never throws. */
  trash(originalKeys: string[]): Promise<void> {
    return forEachConcurrent(originalKeys, CONCURRENT_MOVES, (key) =>
      moveToTrash(this.storage, key).catch(() => undefined),
    );
  }

  /**
   * Validates an upload and stores the file before the row, so that housekeeping can repair a crash in between.
   *
   * A failed insert removes the file. After an uncertain commit, the insert is retried for `RETRY_FOR_MS`. If the retries
   * fail too, housekeeping removes a file without a row.
   *
   * @param insert inserts the row, and throws `UncertainCommitError` if it may be committed; repeated with the same original
   *   it adds nothing
   * @throws AppError for an invalid image; errors of `insert`
   */
  async store<T>(
    keys: PictureKeys,
    image: ReceivedFile,
    insert: (original: NewOriginal, details: FileDetails) => Promise<T>,
  ): Promise<T> {
    const { format, width, height, details } = await validateImage(image.path);
    const originalKey = keys.original(randomUUID(), EXTENSIONS[format]);
    await this.storage.moveIn(originalKey, image.path);
    const original = { originalKey, originalBytes: image.bytes, contentHash: image.contentHash, width, height };
    const end = Date.now() + RETRY_FOR_MS;
    for (let isUncertain = false; ; await wait(RETRY_AFTER_MS)) {
      try {
        return await insert(original, details);
      } catch (error) {
        isUncertain ||= error instanceof UncertainCommitError;
        if (!isUncertain) await this.discard(originalKey);
        const isFinal = !isUncertain || error instanceof AppError || Date.now() > end;
        if (isFinal) throw error instanceof UncertainCommitError ? error.cause : error;
      }
    }
  }
}
