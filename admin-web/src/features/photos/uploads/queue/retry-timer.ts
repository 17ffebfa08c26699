/** Milliseconds of exponential backoff. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;

/** Timer with exponential backoff. */
export class RetryTimer {
  private wait = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly retry: () => void) {}

  get isRunning(): boolean {
    return this.timer !== undefined;
  }

  /** Does nothing while it runs. @param seconds of the Retry-After header */
  start(seconds?: number): void {
    if (this.isRunning) return;
    this.wait = Math.min(this.wait === 0 ? FIRST_WAIT : this.wait * 2, LONGEST_WAIT);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.retry();
      },
      seconds === undefined ? this.wait : seconds * 1000,
    );
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Stops, and restarts the backoff. */
  reset(): void {
    this.stop();
    this.wait = 0;
  }
}
