import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { JobPayloads } from '@portfolio/jobs';
import { PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';

import { ImageFault } from './image-fault.ts';
import { PhotosRepository, type BegunRender } from './photos.repository.ts';
import { RECIPE, renderImage, type RenderedImage } from './render-image.ts';

/** Renders that may be begun and not ended before the picture itself is taken for the cause. */
const MAX_UNFINISHED = 3;

/**
 * Makes the renditions of a photo that was accepted: original → files under a new version → row ready.
 *
 * It may stop anywhere and run again: the version follows from the original and the recipe, so a second run writes the
 * same files to the same place, and the row changes last and at once.
 */
@Injectable()
export class RenderPhoto {
  private readonly logger = new Logger(RenderPhoto.name);

  constructor(
    private readonly photos: PhotosRepository,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async run({ photoId }: JobPayloads['photo.render']): Promise<void> {
    const photo = await this.photos.beginRender(photoId);
    if (!photo) return;
    try {
      await this.render(photo);
    } catch (error) {
      if (!(error instanceof ImageFault)) throw error;
      await this.photos.failRender(photoId, error.message);
      this.logger.warn({ photoId, failure: error.message, err: error.cause });
    }
  }

  private async render(photo: BegunRender): Promise<void> {
    if (photo.unfinishedRenders > MAX_UNFINISHED) {
      throw new ImageFault(`The picture could not be processed: it stopped the worker ${MAX_UNFINISHED} times.`);
    }
    const begun = performance.now();
    const original = await this.orTakeBack(photo.id, () => this.storage.read(photo.originalKey));
    if (!original) throw new ImageFault('The original file is missing, so the picture could not be processed.');
    const image = await renderImage(original);
    const isReady = await this.orTakeBack(photo.id, () => this.keep(photo, image));
    if (isReady) this.logger.log({ photoId: photo.id, rendered: true, ms: Math.round(performance.now() - begun) });
  }

  /** The files before the row, so that no row speaks of a file that is missing. */
  private async keep(photo: BegunRender, image: RenderedImage): Promise<boolean> {
    const version = createHash('sha256').update(`${photo.contentHash} ${RECIPE}`).digest('hex').slice(0, 12);
    await Promise.all(
      image.files.map(({ width, format, data }) =>
        this.storage.write(PHOTO_KEYS.rendition(photo.id, version, width, format), data),
      ),
    );
    const { width, height, placeholder, files } = image;
    const renditions = files.map(({ data, ...rendition }) => ({ ...rendition, bytes: data.length }));
    if (await this.photos.finishRender(photo.id, { width, height, placeholder, version, renditions })) return true;
    // Deleted while it was rendered: whoever discarded its files could not know of these.
    if (!(await this.photos.exists(photo.id))) await this.storage.removeFolder(PHOTO_KEYS.renditionsOf(photo.id));
    return false;
  }

  /** A database or storage that is away says nothing about the picture: the render counts as never begun. */
  private async orTakeBack<T>(photoId: number, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      await this.photos.takeBackRender(photoId).catch(() => undefined);
      throw error;
    }
  }
}
