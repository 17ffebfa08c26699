interface Run<T> {
  startedAt: number;
  generation: number;
  result: Promise<T>;
}

/** Shares runs of a function between concurrent callers, for each key. */
export class SharedRuns<T> {
  /** Runs in progress by key, the latest last. */
  private readonly running = new Map<string, Run<T>[]>();
  /** Runs that start when another one ends. */
  private readonly next = new Map<string, Promise<T>>();
  /** Counts invalidations. */
  private generation = 0;

  /**
   * @param options.concurrency runs at once for one key
   * @param options.joinFor milliseconds for which callers join a run, unless `invalidate` was called since its start
   */
  constructor(
    private readonly options: { concurrency: number; joinFor: number },
    private readonly run: (key: string) => Promise<T>,
    /** Caches a result that no `invalidate` has outdated. @returns what callers get */
    private readonly store: (key: string, result: T, startedAt: number) => T,
  ) {}

  /** Outdates the results of all runs in progress. */
  invalidate(): void {
    this.generation += 1;
  }

  /** Joins a run in progress, starts one, or queues one for all callers until then. */
  get(key: string): Promise<T> {
    const running = this.running.get(key) ?? [];
    const latest = running.at(-1);
    const isCurrent =
      latest?.generation === this.generation && performance.now() - latest.startedAt < this.options.joinFor;
    if (latest && isCurrent) return latest.result;
    const queued = this.next.get(key);
    if (queued) return queued;
    return running.length < this.options.concurrency ? this.start(key) : this.queue(key, running);
  }

  private start(key: string): Promise<T> {
    const [startedAt, generation] = [performance.now(), this.generation];
    const result = this.run(key)
      .then((value) => (generation === this.generation ? this.store(key, value, startedAt) : value))
      .finally(() => {
        const others = this.running.get(key)?.filter((other) => other.result !== result) ?? [];
        if (others.length > 0) this.running.set(key, others);
        else this.running.delete(key);
      });
    this.running.set(key, [...(this.running.get(key) ?? []), { startedAt, generation, result }]);
    return result;
  }

  private queue(key: string, running: Run<T>[]): Promise<T> {
    const next = Promise.race(running.map(({ result }) => result.catch(() => undefined))).then(() => {
      this.next.delete(key);
      return this.start(key);
    });
    this.next.set(key, next);
    return next;
  }
}
