import DataLoader from 'dataloader';

const MAX_CONCURRENT = 3;
const MAX_KEYS = 100;
/** Milliseconds after which a batch counts as slow, and the next one starts beside it. */
const SLOW_AFTER_MS = 10;

/**
 * Batches concurrent lookups into one query. A lookup joins only batches that start after it, so its result is never older
 * than the call. DataLoader collects the keys; this class limits how many batches run concurrently.
 */
export class Batcher<K, V> {
  private readonly loader: DataLoader<K, V>;
  /** Starts the collected batches, oldest first. */
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private isScheduled = false;
  private startedAt = -Infinity;
  /** Set while the newest batch is not slow yet. */
  private slowTimer: NodeJS.Timeout | undefined;

  /**
   * @param read returns one value for each key, in their order
   * @param intervalMs least milliseconds between the starts of two batches, for larger ones under load; see `schedule`
   */
  constructor(
    private readonly read: (keys: K[]) => Promise<V[]>,
    private readonly intervalMs = 0,
  ) {
    this.loader = new DataLoader<K, V>((keys) => this.run([...keys]), {
      cache: false,
      maxBatchSize: MAX_KEYS,
      batchScheduleFn: (start) => {
        this.waiting.push(start);
        this.schedule();
      },
    });
  }

  load(key: K): Promise<V> {
    return this.loader.load(key);
  }

  /**
   * Schedules the oldest batch after the interval, unless one is scheduled. A full batch skips the interval only if no timer is
   * pending. It starts in the next turn of the event loop at the earliest: requests that have already arrived join.
   */
  private schedule(): void {
    if (this.isScheduled || this.waiting.length === 0 || !this.mayStart()) return;
    this.isScheduled = true;
    const start = () => {
      this.isScheduled = false;
      this.startedAt = performance.now();
      this.waiting.shift()?.();
    };
    const rest = this.startedAt + this.intervalMs - performance.now();
    if (rest > 0 && this.waiting.length === 1) setTimeout(start, rest);
    else setImmediate(start);
  }

  /** Usually one batch after the other, since fewer and larger ones cost less. A full batch starts beside others. */
  private mayStart(): boolean {
    if (this.running === 0) return true;
    return this.running < MAX_CONCURRENT && (this.slowTimer === undefined || this.waiting.length > 1);
  }

  private async run(keys: K[]): Promise<V[]> {
    this.running += 1;
    clearTimeout(this.slowTimer);
    this.slowTimer = setTimeout(() => {
      this.slowTimer = undefined;
      this.schedule();
    }, SLOW_AFTER_MS).unref();
    this.schedule();
    try {
      // DataLoader rejects an array that ends in a hole.
      return Array.from(await this.read(keys));
    } finally {
      this.running -= 1;
      this.schedule();
    }
  }
}
