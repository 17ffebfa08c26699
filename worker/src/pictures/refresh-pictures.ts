import { Injectable, Logger } from '@nestjs/common';
import type { PictureRights } from '@portfolio/contracts';
import { JobQueue } from '@portfolio/jobs';
import { PICTURE_KINDS, type PictureKind } from './picture-kind.ts';
import { renditionVersion } from './rendition-version.ts';
import { RightsRepository } from './rights.repository.ts';
import { PictureListsRepository } from './picture-lists.repository.ts';

/** Pictures looked at in one query. */
const BATCH = 500;

/**
 * Asks for new renditions of every picture that is ready and shows others than it is to show today. Pictures that are
 * not ready yet, or failed, get what is right then by themselves.
 */
@Injectable()
export class RefreshPictures {
  private readonly logger = new Logger(RefreshPictures.name);

  constructor(
    private readonly lists: PictureListsRepository,
    private readonly rights: RightsRepository,
    private readonly jobs: JobQueue,
  ) {}

  async run(): Promise<void> {
    const rights = await this.rights.current();
    for (const kind of PICTURE_KINDS) {
      const asked = await this.refresh(kind, rights);
      if (asked > 0) this.logger.log({ [kind.name]: asked }, 'To be rendered again');
    }
  }

  /** @returns how many it asked for */
  private async refresh(kind: PictureKind, rights: PictureRights): Promise<number> {
    let asked = 0;
    for (let after = 0; ;) {
      const pictures = await this.lists.ready(kind, after, BATCH);
      for (const { id, contentHash, version: shown } of pictures) {
        const version = renditionVersion(contentHash, rights);
        if (version === shown) continue;
        await kind.askRefresh(this.jobs, id, version);
        asked += 1;
      }
      const last = pictures.at(-1);
      if (!last) return asked;
      after = last.id;
    }
  }
}
