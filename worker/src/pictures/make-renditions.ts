import { once } from 'node:events';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { STORAGE, type Storage } from '@portfolio/storage';
import { ImageFault } from './image-fault.ts';
import type { PictureKind } from './picture-kind.ts';
import { PicturesRepository, type BegunPicture, type FinishedRender } from './pictures.repository.ts';
import { renderImage } from './render-image.ts';
import { RenderMetrics } from './render-metrics.ts';
import { renditionVersion } from './rendition-version.ts';
import { RightsRepository } from './rights.repository.ts';

export interface MakeOptions {
  onProgress?: ((percent: number) => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
}

/** Makes the files of a picture from its original; no row speaks of them yet when it ends. */
@Injectable()
export class MakeRenditions {
  constructor(
    private readonly pictures: PicturesRepository,
    private readonly rights: RightsRepository,
    @Inject(STORAGE) private readonly storage: Storage,
    @Optional() private readonly metrics: RenderMetrics = new RenderMetrics(),
  ) {}

  /**
   * A second run writes the same files to the same place, unless the rights changed in between.
   *
   * @param onProgress told how far it is, in percent
   * @param signal ends the work; the render then counts as never begun
   * @throws ImageFault when the picture itself is at fault; the signal's reason
   */
  run(kind: PictureKind, begun: BegunPicture, options: MakeOptions = {}): Promise<FinishedRender> {
    return this.metrics.count(this.make(kind, begun, options), options.signal);
  }

  private async make(
    kind: PictureKind,
    begun: BegunPicture,
    { onProgress, signal }: MakeOptions,
  ): Promise<FinishedRender> {
    const { measure } = this.metrics;
    const { original, rights } = await this.pictures.orTakeBack(kind, begun, async () => ({
      original: await measure('read', () => this.readOriginal(kind, begun)),
      rights: await this.rights.current(),
    }));
    if (!original) throw new ImageFault('The original file is missing, so the picture could not be processed.');
    const { files, ...image } = await this.orHandedBack(
      kind,
      begun,
      renderImage(original, { rights, onProgress, signal, measure }),
      signal,
    );
    const version = renditionVersion(begun.contentHash, rights);
    await this.pictures.orTakeBack(kind, begun, () =>
      measure('store', () =>
        Promise.all(
          files.map(({ width, format, data }) =>
            this.storage.write(kind.keys.rendition(begun.id, version, width, format), data),
          ),
        ),
      ),
    );
    const renditions = files.map(({ data, ...rendition }) => ({ ...rendition, bytes: data.length }));
    return { ...image, version, renditions };
  }

  /** Decoding a large picture takes seconds in which nothing can stop it: the worker's end does not wait for that. */
  private async orHandedBack<T>(
    kind: PictureKind,
    begun: BegunPicture,
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
  private async readOriginal(kind: PictureKind, { originalKey }: BegunPicture): Promise<Buffer | undefined> {
    const original = await this.storage.read(originalKey);
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
