import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Picture } from '@portfolio/database';
import { PermanentFailure } from '@portfolio/jobs';
import { STORAGE, type Storage } from '@portfolio/storage';
import { ImageFault } from './image-fault.ts';
import { MakeRenditions } from './make-renditions.ts';
import type { PictureKind } from './picture-kind.ts';
import { PicturesRepository, type StartedPicture } from './pictures.repository.ts';
import { RefreshPicture } from './refresh-picture.ts';

/**
 * Makes the renditions of a picture that is ready once more from its original, where their files were lost or never
 * came along: after a restore, above all. The row stays as it is, since the same version means the same files.
 */
@Injectable()
export class RebuildPicture {
  private readonly logger = new Logger(RebuildPicture.name);

  constructor(
    private readonly pictures: PicturesRepository,
    private readonly makeRenditions: MakeRenditions,
    private readonly refreshPicture: RefreshPicture,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** @param signal ends the work */
  async run(kind: PictureKind, id: number, signal?: AbortSignal): Promise<void> {
    const before = await this.pictures.findReady(kind, id);
    if (!before) return;
    // Where it shows other renditions than it is to show today, it gets those, and has them whole.
    await this.refreshPicture.run(kind, id, signal);
    const picture = await this.pictures.findReady(kind, id);
    if (!picture || picture.version !== before.version) return;

    await this.makeRenditions.inTurn(kind, id, signal, () => this.make(kind, picture, signal));
    // Deleted meanwhile: whoever discarded its files could not know of these.
    if (!(await this.pictures.exists(kind, id))) await this.storage.removeFolder(kind.keys.renditionsOf(id));
    this.logger.log({ [kind.name]: id, rebuilt: true });
  }

  /** @throws PermanentFailure where the original is missing or damaged */
  private async make(kind: PictureKind, picture: Picture, signal?: AbortSignal): Promise<void> {
    try {
      await this.makeRenditions.run(kind, uncounted(picture), { signal });
    } catch (error) {
      // What is shown of it may be well, so it goes on being shown.
      throw error instanceof ImageFault ? new PermanentFailure(error.message) : error;
    }
  }
}

/** No version is ever called so: a run that is noted nowhere has nothing to take back. */
const NOTED_NOWHERE = 'rebuild';

const uncounted = ({ id, originalKey, contentHash, version }: Picture): StartedPicture => ({
  id,
  originalKey,
  contentHash,
  status: 'ready',
  version,
  wanted: NOTED_NOWHERE,
  unfinishedRenders: 0,
});
