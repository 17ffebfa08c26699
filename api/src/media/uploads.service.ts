import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type NewOriginal, UncertainCommitError } from '@portfolio/database';
import { type PictureKeys, STORAGE, type Storage } from '@portfolio/storage';
import { AppError } from '../http/app-error.ts';
import { validateImage } from './image-validation.ts';
import type { ReceivedImage } from '../http/image-upload.interceptor.ts';

const EXTENSIONS = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' } as const;

/** Milliseconds in which a database that has gone may come back and say whether it kept a row. */
const CERTAIN_WITHIN = 8_000;
const ASK_AGAIN_AFTER = 250;

/** Takes in pictures of every kind. */
@Injectable()
export class UploadsService {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /**
   * Judges an upload and keeps it: the file before the row, so that a crash in between leaves nothing half done for good.
   *
   * An upload that is refused leaves nothing. Whether it is one is not known where the answer to the commit was lost: then
   * the same row is asked for again, for as long as somebody may wait. After that a file without a row, if it is one, is
   * left to housekeeping.
   *
   * @param insert adds the row of a file, given when it was taken, in a `certainTransaction`; asked again with the same original it adds nothing
   * @throws AppError for what is no picture that can be published, and whatever `insert` throws
   */
  async keep<T>(
    keys: PictureKeys,
    image: ReceivedImage,
    insert: (original: NewOriginal, capturedAt: string | null) => Promise<T>,
  ): Promise<T> {
    const { format, width, height, contentHash, capturedAt = null } = await validateImage(image.path);
    const originalKey = keys.original(randomUUID(), EXTENSIONS[format]);
    await this.storage.moveIn(originalKey, image.path);
    const original = { originalKey, originalBytes: image.bytes, contentHash, width, height };
    const end = Date.now() + CERTAIN_WITHIN;
    for (let isUncertain = false; ; await wait(ASK_AGAIN_AFTER)) {
      try {
        return await insert(original, capturedAt);
      } catch (error) {
        isUncertain ||= error instanceof UncertainCommitError;
        const isRefused = !isUncertain || error instanceof AppError;
        if (isRefused) await this.storage.remove(originalKey);
        if (isRefused || Date.now() > end) throw error instanceof UncertainCommitError ? error.cause : error;
      }
    }
  }
}
