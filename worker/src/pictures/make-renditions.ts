import { once } from 'node:events';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Rendition } from '@portfolio/database';
import { readOriginal, STORAGE, type Storage } from '@portfolio/storage';
import { decoderMemoryBytes, ImageFault, measureImage } from './decode-image.ts';
import type { PictureKind } from './picture-kind.ts';
import { PicturesRepository, type FinishedRender, type StartedPicture } from './pictures.repository.ts';
import { CENTRE, renditionVersion, withFocus } from './recipe.ts';
import {
  isForViewer,
  renderImage,
  renditionSizes,
  type RenderedFile,
  type RenderedImage,
  type RenderedSize,
} from './render-image.ts';
import { RenderMemory } from './render-memory.ts';
import { RenderMetrics } from './render-metrics.ts';

export interface MakeOptions {
  /**
   * Called once the files of a size are stored, except for the last, with the share done in percent. Only the first call,
   * of the smallest size, has that size.
   */
  onProgress?: (percent: number, smallest: FinishedRender | undefined) => Promise<void>;
  /** Aborts the render and rolls back its start. */
  signal?: AbortSignal | undefined;
}

/** Renders a picture from its original and stores the files. The caller updates the row. */
@Injectable()
export class MakeRenditions {
  private readonly logger = new Logger(MakeRenditions.name);
  private readonly semaphore = new RenderSemaphore();

  constructor(
    private readonly pictures: PicturesRepository,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly memory: RenderMemory,
    private readonly metrics: RenderMetrics,
  ) {}

  /**
   * Runs a whole render beside others, or alone where a worker died over the picture.
   *
   * @throws the signal's reason, where it aborted while waiting
   */
  async inTurn<T>(
    kind: PictureKind,
    id: number,
    signal: AbortSignal | undefined,
    render: () => Promise<T>,
  ): Promise<T> {
    const isAlone = await this.pictures.hasUnfinishedRender(kind, id);
    return this.semaphore.run(isAlone, () => {
      signal?.throwIfAborted();
      return render();
    });
  }

  /**
   * Running it twice writes the same files, unless the settings changed in between. Errors of `options` callbacks are ignored.
   *
   * @throws ImageFault where the picture cannot be rendered; the signal's reason
   */
  run(kind: PictureKind, started: StartedPicture, options: MakeOptions = {}): Promise<FinishedRender> {
    const { signal } = options;
    const render = async () => {
      const rendered = await this.withRollback(kind, started, () =>
        abortable(this.renderAndStore(kind, started, options), signal),
      );
      // A failure of the render itself stays counted: after three the picture is given up.
      if (rendered.status === 'rejected') throw rendered.reason;
      return rendered.value;
    };
    return this.metrics.count(render(), signal);
  }

  /** Rolls back the start of a render where the action fails: a fault of database or storage is not the picture's. */
  async withRollback<T>(kind: PictureKind, started: StartedPicture, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      await this.pictures.rollBack(kind, started).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Removes files that the picture does not show: of an interrupted render, of a replaced version, or of a deleted picture.
   * Skipped while the picture renders. Never throws: housekeeping removes what is left.
   *
   * @param before start of this render; temporary files of a concurrent one are newer
   */
  async sweep(kind: PictureKind, id: number, before: Date): Promise<void> {
    const folder = kind.keys.pictureFolder(id);
    try {
      await this.pictures.whileIdle(kind, id, async (shown) => {
        const versions = new Set<string>();
        for await (const { key } of this.storage.list(folder)) versions.add(kind.keys.versionOf(key)?.version ?? '');
        for (const version of versions) {
          if (version !== '' && version !== shown)
            await this.storage.removeFolder(kind.keys.versionFolder(id, version));
        }
        await this.storage.discardUnfinished(before, folder);
      });
    } catch (error) {
      this.logger.warn({ [kind.name]: id, err: error }, 'Unused files are left to housekeeping');
    }
  }

  /**
   * Stores the files of each size while the next size renders.
   *
   * @returns a failure of the render itself as a value
   * @throws errors of database and storage
   */
  private async renderAndStore(
    kind: PictureKind,
    started: StartedPicture,
    { onProgress, signal }: MakeOptions,
  ): Promise<PromiseSettledResult<FinishedRender>> {
    const { measure } = this.metrics;
    const [original, siteSettings, replacesShown] = await Promise.all([
      measure('read', () => this.readOriginal(kind, started)),
      this.pictures.renditionSettings(kind),
      this.pictures.replacesShown(kind, started),
    ]);
    if (!original) {
      const reason = new ImageFault('The original file is missing, so the picture could not be processed.');
      return { status: 'rejected', reason };
    }
    // The focal point of the settings is that of the shown picture until then.
    const settings = withFocus(siteSettings, replacesShown ? CENTRE : started);
    const version = renditionVersion(started.contentHash, settings);
    const finished = ({ files, width, height, placeholder }: RenderedImage): FinishedRender => {
      return { width, height, placeholder, version, renditions: files.map(toRendition) };
    };
    const store = ({ width, format, data }: RenderedFile) =>
      measure('store', () => this.storage.write(kind.keys.rendition(started.id, version, width, format), data));
    const report = (size: RenderedSize) => {
      // The last size makes the picture ready in a moment.
      if (size.percent === 100) return undefined;
      return onProgress?.(size.percent, size.isSmallest ? finished(size) : undefined);
    };

    const uploads = new Uploads();
    const onSize = (size: RenderedSize) => uploads.add(size.files.map(store), () => report(size));
    const ending = signal ? AbortSignal.any([signal, uploads.signal]) : uploads.signal;
    const render = () => renderImage(original, { ...settings, onSize, signal: ending, measure });
    const [rendered] = await Promise.allSettled([this.whenMemoryIsFree(original, settings.largest, ending, render)]);
    await uploads.end();
    return rendered.status === 'rejected' ? rendered : { ...rendered, value: finished(rendered.value) };
  }

  /** @throws ImageFault where the decoder can never get its memory, or the file is no picture; the signal's reason */
  private async whenMemoryIsFree<T>(
    original: Buffer,
    largest: number,
    signal: AbortSignal,
    render: () => Promise<T>,
  ): Promise<T> {
    const { metadata, ...picture } = await measureImage(original);
    const bytes = decoderMemoryBytes(metadata);
    if (bytes > this.memory.bytes) {
      const megabytes = Math.ceil(bytes / 1e6);
      throw new ImageFault(
        `The picture could not be processed: it takes ${megabytes} MB of memory. Please upload a smaller version.`,
      );
    }
    const size = renditionSizes(picture, largest).find(isForViewer);
    const estimate = RenderMemory.estimate(bytes, original.length, size && size.width * size.height);
    return this.memory.run(estimate, () => {
      signal.throwIfAborted();
      return render();
    });
  }

  /**
   * @returns undefined when this original is missing among others
   * @throws Error where there is no original at all: an empty folder means that the storage is not mounted
   */
  private async readOriginal(kind: PictureKind, { originalKey }: StartedPicture): Promise<Buffer | undefined> {
    const original = await readOriginal(this.storage, originalKey);
    if (original) return original;
    for await (const _ of this.storage.list(kind.keys.originals)) return undefined;
    throw new Error('The storage holds no original at all, so it is treated as unavailable');
  }
}

/** Uploads under way while later sizes render. */
class Uploads {
  private readonly failure = new AbortController();
  private readonly pending: Promise<unknown>[] = [];
  private reported: Promise<unknown> = Promise.resolve();

  /** Aborts with the first failed upload. */
  get signal(): AbortSignal {
    return this.failure.signal;
  }

  /** @param report called once these files and all earlier ones are stored; its errors are ignored */
  add(files: Promise<void>[], report: () => Promise<void> | undefined): void {
    const stored = Promise.all(files);
    this.pending.push(stored.catch((error: unknown) => this.failure.abort(error)));
    this.reported = Promise.all([this.reported, stored])
      .then(report)
      .catch(() => undefined);
  }

  /** Waits for all uploads. @throws the error of the first that failed */
  async end(): Promise<void> {
    await Promise.all([...this.pending, this.reported]);
    this.signal.throwIfAborted();
  }
}

/**
 * Renders of this process run side by side, but a picture over which a worker died renders alone. Should this process die
 * too, that picture is to blame, and no other counts as started. `p-limit` has no such exclusive run.
 */
class RenderSemaphore {
  private readonly running = new Set<Promise<void>>();
  private lastAlone: Promise<void> = Promise.resolve();

  run<T>(isAlone: boolean, action: () => Promise<T>): Promise<T> {
    const before = isAlone ? Promise.all([this.lastAlone, ...this.running]) : this.lastAlone;
    const result = before.then(action);
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    this.running.add(ended);
    void ended.then(() => this.running.delete(ended));
    if (isAlone) this.lastAlone = ended;
    return result;
  }
}

/** Rejects with the signal's reason immediately: decoding a large picture takes seconds in which nothing can stop it. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const settled = new AbortController();
  const aborted = async (): Promise<never> => {
    if (!signal.aborted) await once(signal, 'abort', { signal: settled.signal });
    throw signal.reason;
  };
  try {
    return await Promise.race([aborted(), work]);
  } finally {
    settled.abort();
  }
}

const toRendition = ({ data, ...rendition }: RenderedFile): Rendition => ({ ...rendition, bytes: data.length });
