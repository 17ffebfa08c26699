import { Inject, Injectable } from '@nestjs/common';
import { STORAGE, type Storage } from '@portfolio/storage';
import type { PictureKind } from './picture-kind.ts';
import { PicturesRepository } from './pictures.repository.ts';

/** Removes the files of a picture that has been deleted; those of one that is still there are left alone. */
@Injectable()
export class DiscardPicture {
  constructor(
    private readonly pictures: PicturesRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async run(kind: PictureKind, id: number, originalKey: string): Promise<void> {
    if (await this.pictures.exists(kind, id)) return;
    await this.storage.removeFolder(kind.keys.renditionsOf(id));
    await this.storage.remove(originalKey);
  }
}
