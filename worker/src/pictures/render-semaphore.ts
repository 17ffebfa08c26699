/**
 * The renders of this process. They run side by side, but one whose picture was being rendered when a worker died runs
 * alone: should this process die as well, it was that picture's fault, and no other counts as begun.
 */
export class RenderSemaphore {
  private readonly running = new Set<Promise<void>>();
  /** Ends with the last render that runs alone. */
  private lastAlone: Promise<void> = Promise.resolve();

  /** Runs the action in its turn; whoever comes later waits for one that is to run alone. */
  take<T>(isAlone: boolean, action: () => Promise<T>): Promise<T> {
    const before = isAlone ? Promise.all([this.lastAlone, ...this.running]) : this.lastAlone;
    const result = before.then(action);
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    this.running.add(ended);
    void ended.then(() => this.running.delete(ended));
    if (isAlone) this.lastAlone = ended;
    return result;
  }
}
