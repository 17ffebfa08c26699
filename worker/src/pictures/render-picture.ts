import { Injectable, Logger } from '@nestjs/common';
import type { RemovedPicture } from '@portfolio/database';
import { JobQueue } from '@portfolio/jobs';
import { ImageFault } from './decode-image.ts';
import { MakeRenditions } from './make-renditions.ts';
import type { PictureKind } from './picture-kind.ts';
import { MAX_UNFINISHED, PicturesRepository, type StartedPicture } from './pictures.repository.ts';
import { RefreshPicture, TOO_MANY_ATTEMPTS } from './refresh-picture.ts';

/** `overtaken`: the image was replaced, the picture deleted, or another run finished first. */
type Outcome = 'ready' | 'ended' | 'overtaken';

/**
 * First render of an uploaded picture: original → files under a new version → row `ready`.
 *
 * The administrator sees the smallest size as soon as it is stored, visitors see the picture once it is ready. A second run
 * writes the same files. The row becomes ready after all files are stored.
 */
@Injectable()
export class RenderPicture {
  private readonly logger = new Logger(RenderPicture.name);

  constructor(
    private readonly pictures: PicturesRepository,
    private readonly makeRenditions: MakeRenditions,
    private readonly refreshPicture: RefreshPicture,
    private readonly jobs: JobQueue,
  ) {}

  /** @param signal aborts the render and rolls back its start */
  async run(kind: PictureKind, id: number, signal?: AbortSignal): Promise<void> {
    let outcome: Outcome;
    do {
      outcome = await this.makeRenditions.inTurn(kind, id, signal, async () => {
        const started = await this.pictures.startRender(kind, id);
        return started ? this.render(kind, started, signal) : 'ended';
      });
    } while (outcome === 'overtaken');
    // A change of rights refreshes ready pictures only, so it passed over this one.
    if (outcome === 'ready') await this.refreshPicture.run(kind, id, signal);
  }

  private async render(kind: PictureKind, started: StartedPicture, signal?: AbortSignal): Promise<Outcome> {
    const { id } = started;
    const start = new Date();
    try {
      if (started.unfinishedRenders > MAX_UNFINISHED) throw new ImageFault(TOO_MANY_ATTEMPTS);
      const render = await this.makeRenditions.run(kind, started, {
        onProgress: (percent, smallest) =>
          smallest && kind.progressEvent
            ? this.pictures.showSmallest(kind, started, smallest, percent)
            : this.pictures.publishProgress(kind, id, percent),
        signal,
      });
      const finish = () => this.pictures.finish(kind, started, render);
      const replaced = await this.makeRenditions.withRollback(kind, started, finish);
      if (replaced) this.logger.log({ [kind.name]: id, rendered: true, ms: Date.now() - start.getTime() });
      await this.discard(kind, replaced ?? []);
      await this.makeRenditions.sweep(kind, id, start);
      return replaced ? 'ready' : 'overtaken';
    } catch (error) {
      if (!(error instanceof ImageFault)) throw error;
      if (!(await this.pictures.fail(kind, started, error.message))) return 'overtaken';
      this.logger.warn({ [kind.name]: id, failure: error.message, err: error.cause });
      return 'ended';
    }
  }

  /** Enqueues all concurrently: an unavailable queue takes seconds to time out. */
  private async discard(kind: PictureKind, replaced: RemovedPicture[]): Promise<void> {
    await Promise.all(
      replaced.map(({ id, originalKey }) =>
        kind.enqueueDiscard(this.jobs, id, originalKey).catch((error: unknown) => {
          this.logger.warn(`The files of ${kind.name} ${id} are left to housekeeping: ${String(error)}`);
        }),
      ),
    );
  }
}
