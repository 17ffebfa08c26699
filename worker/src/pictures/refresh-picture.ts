import { Injectable, Logger } from '@nestjs/common';
import { JobQueue } from '@portfolio/jobs';
import { ImageFault } from './decode-image.ts';
import { MakeRenditions } from './make-renditions.ts';
import { PICTURE_KINDS, type PictureKind } from './picture-kind.ts';
import { PictureListsRepository, type ReadyPicture } from './picture-lists.repository.ts';
import { MAX_UNFINISHED, PicturesRepository, type StartedPicture } from './pictures.repository.ts';
import { renditionVersion, withFocus, type RenditionSettings } from './recipe.ts';
import { renditionSizes } from './render-image.ts';

/** Failure of a picture whose renders never finished, shown to the artist. */
export const TOO_MANY_ATTEMPTS = `The picture could not be processed in ${MAX_UNFINISHED} attempts.`;

/** Pictures read in one query. */
const BATCH = 500;

/**
 * Replaces outdated renditions of a ready picture, after a change of settings, recipe or focal point. The picture shows the
 * old ones meanwhile.
 *
 * Concurrent runs are safe: the row changes only from the version that a run started with, and only by the refresh that
 * started last.
 */
@Injectable()
export class RefreshPicture {
  private readonly logger = new Logger(RefreshPicture.name);

  constructor(
    private readonly pictures: PicturesRepository,
    private readonly makeRenditions: MakeRenditions,
  ) {}

  /** @param signal aborts the render and rolls back its start */
  async run(kind: PictureKind, id: number, signal?: AbortSignal): Promise<void> {
    // Repeats because the settings may change again during a render.
    for (;;) {
      const shown = await this.pictures.findReady(kind, id);
      if (!shown?.version) return;
      // Read later than the picture: settings that are older than a started refresh would cancel it.
      const settings = await this.pictures.renditionSettings(kind);
      const { version } = shown;
      const target = targetOf(shown, settings);
      if (target === undefined) {
        await this.pictures.cancelRefreshes(kind, shown);
        return;
      }
      const goesOn = await this.makeRenditions.inTurn(kind, id, signal, async () => {
        const started = await this.pictures.startRefresh(kind, id, version, target);
        return !started || this.refresh(kind, started, signal);
      });
      if (!goesOn) return;
    }
  }

  /** @returns false where another attempt now is useless */
  private async refresh(kind: PictureKind, started: StartedPicture, signal?: AbortSignal): Promise<boolean> {
    const { id } = started;
    const start = new Date();
    if (started.unfinishedRenders > MAX_UNFINISHED) {
      // Given up for this version only: other settings or another recipe start a new count.
      await this.pictures.failRefresh(kind, started, TOO_MANY_ATTEMPTS);
      this.logger.error({ [kind.name]: id, failure: TOO_MANY_ATTEMPTS });
      return false;
    }
    try {
      const render = await this.makeRenditions.run(kind, started, { signal });
      const finish = () => this.pictures.finish(kind, started, render);
      const finished = await this.makeRenditions.withRollback(kind, started, finish);
      if (!finished) await this.pictures.rollBack(kind, started);
    } catch (error) {
      if (!(error instanceof ImageFault)) throw error;
      // The renditions that it shows are intact, so the picture stays ready.
      await this.pictures.rollBack(kind, started);
      await this.pictures.failRefresh(kind, started, error.message);
      this.logger.warn({ [kind.name]: id, failure: error.message, err: error.cause });
      return false;
    }
    await this.makeRenditions.sweep(kind, id, start);
    return true;
  }
}

/**
 * Version of a picture's renditions by the settings; undefined where it has them. A smaller public size took the larger
 * renditions off the row, which then lacks them when the setting is changed back.
 */
function targetOf(picture: ReadyPicture, settings: RenditionSettings): string | undefined {
  const target = renditionVersion(picture.contentHash, withFocus(settings, picture));
  const [largest] = renditionSizes(picture, settings.largest);
  const isComplete = picture.renditions.some(({ width }) => width === largest?.width);
  return picture.version === target && isComplete ? undefined : target;
}

/** Enqueues a refresh for every ready picture with outdated renditions, or with a failure for settings that are set back. */
@Injectable()
export class RefreshPictures {
  private readonly logger = new Logger(RefreshPictures.name);

  constructor(
    private readonly lists: PictureListsRepository,
    private readonly pictures: PicturesRepository,
    private readonly jobs: JobQueue,
  ) {}

  async run(): Promise<void> {
    for (const kind of PICTURE_KINDS) {
      const count = await this.enqueue(kind, await this.pictures.renditionSettings(kind));
      if (count > 0) this.logger.log({ [kind.name]: count }, 'To be rendered again');
    }
  }

  /** @returns the number of enqueued jobs */
  private async enqueue(kind: PictureKind, settings: RenditionSettings): Promise<number> {
    let count = 0;
    for (let after = 0; ;) {
      const pictures = await this.lists.ready(kind, after, BATCH);
      for (const picture of pictures) {
        const target = targetOf(picture, settings);
        if (target === undefined && picture.failure === null) continue;
        await kind.enqueueRefresh(this.jobs, picture.id, target ?? picture.version!);
        if (target !== undefined) count += 1;
      }
      const last = pictures.at(-1);
      if (!last) return count;
      after = last.id;
    }
  }
}
