import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

/** Memory of a worker without jobs. */
const IDLE_BYTES = 160 * MEGABYTE;

/** Memory of a render beside its original and the decoder: pixels of all sizes, and an encoder. */
const RENDER_BYTES = 200 * MEGABYTE;
/** The same for each pixel of a size above those of pages; measured with 10 and 15 megapixels in Display P3. */
const LARGE_PIXEL_BYTES = 52;

/**
 * Memory of the container, or half of the machine's, which the worker shares with others.
 *
 * @param constrained 0 or more than the machine has, where there is no limit
 */
export function processMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  return constrained > 0 && constrained < total ? constrained : total / 2;
}

/** Semaphore of the memory of concurrent renders, first in, first out. */
export class RenderMemory {
  private free: number;
  private readonly waiting: { bytes: number; start: () => void }[] = [];

  /** @param bytes for all renders */
  constructor(readonly bytes = Math.max(RENDER_BYTES, processMemory() - IDLE_BYTES)) {
    this.free = bytes;
  }

  /**
   * Bytes of one render at most.
   *
   * @param largest pixels of its largest size; 0 where that is a size of pages
   */
  static estimate(decoderMemoryBytes: number, originalBytes = 0, largest = 0): number {
    return decoderMemoryBytes + originalBytes + Math.max(RENDER_BYTES, LARGE_PIXEL_BYTES * largest);
  }

  /** Runs the action once so many bytes are free; one that needs more than there are runs alone. */
  async run<T>(bytes: number, action: () => Promise<T>): Promise<T> {
    const taken = Math.min(bytes, this.bytes);
    await new Promise<void>((start) => {
      this.waiting.push({ bytes: taken, start });
      this.dispatch();
    });
    try {
      return await action();
    } finally {
      this.free += taken;
      this.dispatch();
    }
  }

  private dispatch(): void {
    for (let next = this.waiting[0]; next && next.bytes <= this.free; next = this.waiting[0]) {
      this.waiting.shift();
      this.free -= next.bytes;
      next.start();
    }
  }
}
