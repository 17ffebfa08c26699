import { Inject, Injectable, Logger } from '@nestjs/common';
import { JobQueue } from '@portfolio/jobs';
import { STORAGE, type Storage } from '@portfolio/storage';
import { ImageFault } from './image-fault.ts';
import { MakeRenditions } from './make-renditions.ts';
import type { PictureKind } from './picture-kind.ts';
import {
  PicturesRepository,
  type StartedPicture,
  type FinishedRender,
  type ReplacedPicture,
} from './pictures.repository.ts';
import { MAX_UNFINISHED, RefreshPicture } from './refresh-picture.ts';

/**
 * Makes the first renditions of a picture that was accepted: original → files under a new version → row ready.
 *
 * The administrator sees the smallest size as soon as it is kept; visitors see the picture once all is. It may stop anywhere
 * and run again: a second run writes the same files to the same place, and the row becomes ready last and at once.
 */
@Injectable()
export class RenderPicture {
  private readonly logger = new Logger(RenderPicture.name);

  constructor(
    private readonly pictures: PicturesRepository,
    private readonly makeRenditions: MakeRenditions,
    private readonly refreshPicture: RefreshPicture,
    private readonly jobs: JobQueue,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** @param signal ends the render, which then counts as never begun */
  async run(kind: PictureKind, id: number, signal?: AbortSignal): Promise<void> {
    const isMade = await this.makeRenditions.inTurn(kind, id, signal, () => this.renderInTurn(kind, id, signal));
    // Whoever looked for pictures with other rights than the new ones passed over this one, as it was not ready.
    if (isMade) await this.refreshPicture.run(kind, id, signal);
  }

  /** @returns false where there is nothing to render, or the picture is at fault */
  private async renderInTurn(kind: PictureKind, id: number, signal?: AbortSignal): Promise<boolean> {
    const begun = await this.pictures.beginRender(kind, id);
    if (!begun) return false;
    try {
      await this.render(kind, begun, signal);
      return true;
    } catch (error) {
      if (!(error instanceof ImageFault)) throw error;
      await this.pictures.fail(kind, id, error.message);
      this.logger.warn({ [kind.name]: id, failure: error.message, err: error.cause });
      return false;
    }
  }

  private async render(kind: PictureKind, begun: StartedPicture, signal?: AbortSignal): Promise<void> {
    if (begun.unfinishedRenders > MAX_UNFINISHED) {
      throw new ImageFault(`The picture could not be processed: it stopped the worker ${MAX_UNFINISHED} times.`);
    }
    const { id } = begun;
    const start = performance.now();
    const onProgress = (percent: number) => this.pictures.tellProgress(kind, id, percent);
    // Where nobody waits for it, there is nobody to show it to before it is ready.
    const onFirst = (first: FinishedRender, percent: number) => this.pictures.showFirst(kind, begun, first, percent);
    const options = { onProgress, signal, ...(kind.progress && { onFirst }) };
    const render = await this.makeRenditions.run(kind, begun, options);
    await this.pictures.withRollback(kind, begun, async () => {
      const replaced = await this.pictures.finish(kind, begun, render);
      if (!replaced) return this.discardIfGone(kind, id);
      this.logger.log({ [kind.name]: id, rendered: true, ms: Math.round(performance.now() - start) });
      await this.discard(kind, replaced);
    });
  }

  /** Deleted while it was rendered: whoever discarded its files could not know of these. */
  private async discardIfGone(kind: PictureKind, id: number): Promise<void> {
    if (!(await this.pictures.exists(kind, id))) await this.storage.removeFolder(kind.keys.renditionsOf(id));
  }

  private async discard(kind: PictureKind, replaced: ReplacedPicture[]): Promise<void> {
    // Together, since a queue that is away takes its time to be given up.
    await Promise.all(
      replaced.map(({ id, originalKey }) =>
        kind.askDiscard(this.jobs, id, originalKey).catch((error: unknown) => {
          this.logger.warn(`The files of ${kind.name} ${id} are left to housekeeping: ${String(error)}`);
        }),
      ),
    );
  }
}
