import { once } from 'node:events';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { readOriginal, STORAGE, type Storage } from '@portfolio/storage';
import type { PictureRights } from '@portfolio/contracts';
import type { Rendition } from '@portfolio/database';
import { ImageFault } from './image-fault.ts';
import { RenditionUploader } from './rendition-uploader.ts';
import type { PictureKind } from './picture-kind.ts';
import { PicturesRepository, type StartedPicture, type FinishedRender } from './pictures.repository.ts';
import { renderImage, type RenderedFile, type RenderedImage, type RenderedSize } from './render-image.ts';
import { RenderMetrics } from './render-metrics.ts';
import { RenderSemaphore } from './render-semaphore.ts';
import { renditionVersion } from './rendition-version.ts';
import { RightsRepository } from './rights.repository.ts';

export interface MakeOptions {
  /**
   * Given the smallest size as soon as its files are kept, unless it is the only one, in the place of `onProgress`. Others
   * are made meanwhile.
   */
  onFirst?: ((first: FinishedRender, percent: number) => Promise<void>) | undefined;
  /** Told after each size but the last how far it is, in percent. */
  onProgress?: ((percent: number) => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
}

/** Makes the files of a picture from its original; no row speaks of them yet when it ends. */
@Injectable()
export class MakeRenditions {
  private readonly turns = new RenderSemaphore();

  constructor(
    private readonly pictures: PicturesRepository,
    private readonly rights: RightsRepository,
    @Inject(STORAGE) private readonly storage: Storage,
    @Optional() private readonly metrics: RenderMetrics = new RenderMetrics(),
  ) {}

  /**
   * Runs what begins, makes and ends a render in its turn: alone, where a worker died over the picture.
   *
   * @throws the signal's reason, where it was aborted meanwhile
   */
  async inTurn<T>(
    kind: PictureKind,
    id: number,
    signal: AbortSignal | undefined,
    action: () => Promise<T>,
  ): Promise<T> {
    const isAlone = await this.pictures.isSuspect(kind, id);
    return this.turns.take(isAlone, () => {
      signal?.throwIfAborted();
      return action();
    });
  }

  /**
   * A second run writes the same files to the same place, unless the rights changed in between.
   *
   * @param options what is told on the way: where that fails, nothing comes of it. The signal ends the work; the render then
   *   counts as never begun
   * @throws ImageFault when the picture itself is at fault; the signal's reason
   */
  run(kind: PictureKind, begun: StartedPicture, options: MakeOptions = {}): Promise<FinishedRender> {
    return this.metrics.count(this.make(kind, begun, options), options.signal);
  }

  private async make(kind: PictureKind, begun: StartedPicture, options: MakeOptions): Promise<FinishedRender> {
    const { signal } = options;
    const { original, rights } = await this.pictures.withRollback(kind, begun, async () => {
      const read = this.metrics.measure('read', () => this.readOriginal(kind, begun));
      const [original, rights] = await Promise.all([read, this.rights.current()]);
      return { original, rights };
    });
    if (!original) throw new ImageFault('The original file is missing, so the picture could not be processed.');
    return this.orHandedBack(kind, begun, this.renderAndKeep(kind, begun, original, rights, options), signal);
  }

  /** Keeps the files of each size while the next is made. */
  private async renderAndKeep(
    kind: PictureKind,
    begun: StartedPicture,
    original: Buffer,
    rights: PictureRights,
    { onFirst, onProgress, signal }: MakeOptions,
  ): Promise<FinishedRender> {
    const { measure } = this.metrics;
    const version = renditionVersion(begun.contentHash, rights);
    const made = ({ files, width, height, placeholder }: RenderedImage) => {
      return { width, height, placeholder, version, renditions: files.map(toRendition) };
    };
    const kept = new RenditionUploader(
      ({ width, format, data }) =>
        measure('store', () => this.storage.write(kind.keys.rendition(begun.id, version, width, format), data)),
      (size) => {
        // The picture is ready in a moment.
        if (size.percent === 100) return undefined;
        return size.isSmallest && onFirst ? onFirst(made(size), size.percent) : onProgress?.(size.percent);
      },
    );
    const ending = signal ? AbortSignal.any([signal, kept.signal]) : kept.signal;
    const onSize = (size: RenderedSize) => kept.add(size);
    const [rendered] = await Promise.allSettled([renderImage(original, { rights, onSize, signal: ending, measure })]);
    // A run that was handed back has been taken back, and another may have begun since.
    if (signal?.aborted) await kept.end();
    else await this.pictures.withRollback(kind, begun, () => kept.end());
    if (rendered.status === 'rejected') throw rendered.reason;
    return made(rendered.value);
  }

  /** Decoding a large picture takes seconds in which nothing can stop it: the worker's end does not wait for that. */
  private async orHandedBack<T>(
    kind: PictureKind,
    begun: StartedPicture,
    work: Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    if (!signal) return work;
    const settled = new AbortController();
    try {
      return await Promise.race([work, aborted(signal, settled.signal)]);
    } catch (error) {
      if (signal.aborted && error === signal.reason) await this.pictures.takeBack(kind, begun).catch(() => undefined);
      throw error;
    } finally {
      settled.abort();
    }
  }

  /**
   * @returns undefined when this original is missing among others
   * @throws Error where there is none at all: that is an empty folder in the place of a storage that is away
   */
  private async readOriginal(kind: PictureKind, { originalKey }: StartedPicture): Promise<Buffer | undefined> {
    const original = await readOriginal(this.storage, originalKey);
    if (original) return original;
    for await (const _ of this.storage.list(kind.keys.originals)) return undefined;
    throw new Error('The storage holds no original at all, so it is taken to be away');
  }
}

/** Rejects with the signal's reason, unless what it is waited for beside has settled by then. */
async function aborted(signal: AbortSignal, settled: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort', { signal: settled });
  throw signal.reason;
}

const toRendition = ({ data, ...rendition }: RenderedFile): Rendition => ({ ...rendition, bytes: data.length });
