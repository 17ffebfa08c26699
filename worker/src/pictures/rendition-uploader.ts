import type { RenderedFile, RenderedSize } from './render-image.ts';

/** Keeps the files of a picture while others of it are still made. */
export class RenditionUploader {
  private readonly failing = new AbortController();
  private readonly underWay: Promise<unknown>[] = [];
  private told: Promise<unknown> = Promise.resolve();

  /**
   * @param keep puts a file where it belongs
   * @param tell told of each size once all of its files are kept, one after the other, in the order in which they were
   *   made; where it fails, nothing comes of that
   */
  constructor(
    private readonly keep: (file: RenderedFile) => Promise<void>,
    private readonly tell: (size: RenderedSize) => Promise<void> | undefined,
  ) {}

  /** Aborted when a file could not be kept, with the reason: there is no use in making more. */
  get signal(): AbortSignal {
    return this.failing.signal;
  }

  add(size: RenderedSize): void {
    const kept = Promise.all(size.files.map((file) => this.keep(file)));
    this.underWay.push(kept.catch((error: unknown) => this.failing.abort(error)));
    this.told = Promise.all([this.told, kept])
      .then(() => this.tell(size))
      .catch(() => undefined);
  }

  /**
   * Waits until nothing is under way any more.
   *
   * @throws the reason for which a file could not be kept
   */
  async end(): Promise<void> {
    await Promise.all([...this.underWay, this.told]);
    this.signal.throwIfAborted();
  }
}
