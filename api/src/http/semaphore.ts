import { AppError } from './app-error.ts';

/** Lets only so many at once do costly work; a few more wait for their turn. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mayWait: number,
  ) {}

  /** @throws AppError service.unavailable where too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1;
    else if (this.waiting.length < this.mayWait) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else throw new AppError('service.unavailable');
    try {
      return await work();
    } finally {
      // Whoever waits longest takes over this place.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
