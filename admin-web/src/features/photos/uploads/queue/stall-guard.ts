/** Milliseconds without a sign of life after which a transfer counts as dead; a connection that sleeps tells nobody. */
const SILENCE = 60_000;

/** Aborts what stands still. */
export class StallGuard {
  private readonly stalled = new AbortController();
  readonly signal = this.stalled.signal;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Something has moved. */
  alive(): void {
    this.end();
    this.timer = setTimeout(() => this.stalled.abort(), SILENCE);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
