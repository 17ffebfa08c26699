import { Inject, Injectable, Logger } from '@nestjs/common';
import { STORAGE, type Storage } from '@portfolio/storage';
import { ImageFault } from './image-fault.ts';
import { MakeRenditions } from './make-renditions.ts';
import type { PictureKind } from './picture-kind.ts';
import { PicturesRepository, type StartedPicture } from './pictures.repository.ts';
import { renditionVersion } from './rendition-version.ts';
import { RightsRepository } from './rights.repository.ts';

/** Renders that may be begun and not ended before the picture itself is taken for the cause. */
export const MAX_UNFINISHED = 3;

/**
 * Makes the renditions of a picture that is ready again, where they are not what they are to be today: the rights
 * changed, or the recipe. All the while the picture shows the renditions it has.
 *
 * Any number may run at once, over the same picture too: the row changes only from the version that a run began with.
 */
@Injectable()
export class RefreshPicture {
  private readonly logger = new Logger(RefreshPicture.name);

  constructor(
    private readonly pictures: PicturesRepository,
    private readonly rights: RightsRepository,
    private readonly makeRenditions: MakeRenditions,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** @param signal ends the render, which then counts as never begun */
  async run(kind: PictureKind, id: number, signal?: AbortSignal): Promise<void> {
    // Until nothing is left to do: the rights may change again while it works.
    for (;;) {
      const rights = await this.rights.current();
      const shown = await this.pictures.findShown(kind, id);
      if (!shown) return;
      const wanted = renditionVersion(shown.contentHash, rights);
      if (shown.version === wanted) return;
      const goesOn = await this.makeRenditions.inTurn(kind, id, signal, async () => {
        const begun = await this.pictures.beginRefresh(kind, id, shown.version, wanted);
        return !begun || this.refresh(kind, begun, shown.version, signal);
      });
      if (!goesOn) return;
    }
  }

  /** @returns false where there is no use in another attempt now */
  private async refresh(
    kind: PictureKind,
    begun: StartedPicture,
    before: string,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const { id } = begun;
    if (begun.unfinishedRenders > MAX_UNFINISHED) {
      // Given up for this version alone: other rights, or another recipe, have another chance.
      this.logger.error({ [kind.name]: id }, `Not refreshed: it stopped the worker ${MAX_UNFINISHED} times`);
      return false;
    }
    try {
      const render = await this.makeRenditions.run(kind, begun, { signal });
      await this.pictures.withRollback(kind, begun, async () => {
        const isShown = (await this.pictures.finish(kind, begun, render)) !== undefined;
        await this.removeUnused(kind, id, isShown ? before : render.version);
      });
      return true;
    } catch (error) {
      if (!(error instanceof ImageFault)) throw error;
      // What is shown of it is well, so it goes on being shown.
      await this.pictures.takeBack(kind, begun);
      this.logger.warn({ [kind.name]: id, failure: error.message, err: error.cause });
      return false;
    }
  }

  /** Where somebody still writes to it, housekeeping removes it later. */
  private async removeUnused(kind: PictureKind, id: number, version: string): Promise<void> {
    await this.pictures.whileUnused(kind, id, version, () => this.storage.removeFolder(kind.keys.version(id, version)));
  }
}
