import { Inject, Injectable } from '@nestjs/common';
import { moveToTrash, STORAGE, trashKey, type Storage } from '@portfolio/storage';
import type { PictureKind } from './picture-kind.ts';
import { PicturesRepository } from './pictures.repository.ts';

/**
 * Removes the files of a picture that has been deleted; those of one that is still there are left alone. While a backup
 * runs the original goes to the trash, from which the backup reads it.
 */
@Injectable()
export class DiscardPicture {
  constructor(
    private readonly pictures: PicturesRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async run(kind: PictureKind, id: number, originalKey: string): Promise<void> {
    if (await this.pictures.exists(kind, id)) return;
    await this.storage.removeFolder(kind.keys.renditionsOf(id));
    if (await this.pictures.isBackupRunning()) return moveToTrash(this.storage, originalKey);
    await this.storage.remove(originalKey);
    await this.storage.remove(trashKey(originalKey));
  }
}
