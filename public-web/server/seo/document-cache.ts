/**
 * Milliseconds for which a thing is told again as it is. Somebody who hides a gallery in another process than this one
 * waits no longer for it to be gone.
 */
const USABLE = 3_000;

export interface DocumentCacheOptions {
  /** Milliseconds; for tests. */
  now?: () => number;
}

/**
 * Something that is costly to make: made for all who ask meanwhile, and kept for a moment. However many ask, and however
 * often it changes, it is made by one at a time.
 */
export class DocumentCache<T> {
  private readonly now: () => number;
  private kept: { thing: T; asOf: number } | undefined;
  private making: { thing: Promise<T>; generation: number } | undefined;
  private next: Promise<T> | undefined;
  /** Counts the changes: what was begun before one is not told after it. */
  private generation = 0;

  constructor(
    private readonly make: () => Promise<T>,
    { now = () => performance.now() }: DocumentCacheOptions = {},
  ) {
    this.now = now;
  }

  async get(): Promise<T> {
    if (this.kept && this.now() - this.kept.asOf < USABLE) return this.kept.thing;
    if (!this.making) return this.begin();
    if (this.making.generation === this.generation) return this.making.thing;
    // What is being made is out of date before it is done; the next begins after it, for all who have asked by then.
    this.next ??= this.making.thing
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.begin();
      });
    return this.next;
  }

  /** Something has changed: whoever asks from now on sees it. */
  clear(): void {
    this.generation += 1;
    this.kept = undefined;
  }

  private begin(): Promise<T> {
    const [asOf, generation] = [this.now(), this.generation];
    const thing = this.make()
      .then((made) => {
        if (generation === this.generation) this.kept = { thing: made, asOf };
        return made;
      })
      .finally(() => {
        if (this.making?.thing === thing) this.making = undefined;
      });
    this.making = { thing, generation };
    return thing;
  }
}
