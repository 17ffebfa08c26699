import { Injectable, Logger } from '@nestjs/common';
import { PermanentFailure } from '@portfolio/jobs';
import { ImageFault } from './decode-image.ts';
import { MakeRenditions } from './make-renditions.ts';
import type { PictureKind } from './picture-kind.ts';
import { PicturesRepository } from './pictures.repository.ts';
import { RefreshPicture } from './refresh-picture.ts';

/** Target version that no row has: rebuilds are not counted as unfinished renders, so a rollback must change nothing. */
const UNCOUNTED = 'rebuild';

/**
 * Renders a ready picture again whose files are lost, above all after a restore. The row stays as it is: the same version
 * means the same files.
 */
@Injectable()
export class RebuildPicture {
  private readonly logger = new Logger(RebuildPicture.name);

  constructor(
    private readonly pictures: PicturesRepository,
    private readonly makeRenditions: MakeRenditions,
    private readonly refreshPicture: RefreshPicture,
  ) {}

  /** @throws PermanentFailure where the original is missing or damaged, or the refresh of outdated renditions failed */
  async run(kind: PictureKind, id: number, signal?: AbortSignal): Promise<void> {
    const before = await this.pictures.findReady(kind, id);
    if (!before) return;
    // Outdated renditions are replaced by complete new ones instead.
    await this.refreshPicture.run(kind, id, signal);
    const picture = await this.pictures.findReady(kind, id);
    if (!picture || picture.version !== before.version) return;
    // The refresh failed or was given up: a render would make the same version, which the row does not show.
    if (picture.failure !== null) throw new PermanentFailure(picture.failure);

    const uncounted = { ...picture, status: 'ready' as const, unfinishedRenders: 0, target: UNCOUNTED };
    const start = new Date();
    try {
      await this.makeRenditions.inTurn(kind, id, signal, () => this.makeRenditions.run(kind, uncounted, { signal }));
    } catch (error) {
      // Its shown renditions may be intact, so the picture stays ready.
      throw error instanceof ImageFault ? new PermanentFailure(error.message) : error;
    }
    await this.makeRenditions.sweep(kind, id, start);
    this.logger.log({ [kind.name]: id, rebuilt: true });
  }
}
