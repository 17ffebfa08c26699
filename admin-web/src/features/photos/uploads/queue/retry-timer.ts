/** Milliseconds until the next try: at first, and at most. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;

/** Says when to try again, each time a little later until something has worked. */
export class RetryClock {
  private wait = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ring: () => void) {}

  get isRunning(): boolean {
    return this.timer !== undefined;
  }

  /**
   * Does nothing while it runs.
   *
   * @param seconds how long the site has asked to wait
   */
  start(seconds?: number): void {
    if (this.isRunning) return;
    this.wait = Math.min(this.wait === 0 ? FIRST_WAIT : this.wait * 2, LONGEST_WAIT);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.ring();
      },
      seconds === undefined ? this.wait : seconds * 1000,
    );
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** It has worked: the next wait is a short one again. */
  reset(): void {
    this.stop();
    this.wait = 0;
  }
}
