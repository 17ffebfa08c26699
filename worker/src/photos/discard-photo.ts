import { Inject, Injectable } from '@nestjs/common';
import type { JobPayloads } from '@portfolio/jobs';
import { PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';

import { PhotosRepository } from './photos.repository.ts';

/** Removes the files of a photo that has been deleted; those of one that is still there are left alone. */
@Injectable()
export class DiscardPhoto {
  constructor(
    private readonly photos: PhotosRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async run({ photoId, originalKey }: JobPayloads['photo.discard']): Promise<void> {
    if (await this.photos.exists(photoId)) return;
    await this.storage.removeFolder(PHOTO_KEYS.renditionsOf(photoId));
    await this.storage.remove(originalKey);
  }
}
