const TITLE_WIDTH = 58;

/** Prints each step with its result and its duration, and counts the results. */
export class Report {
  passed = 0;
  failed = 0;

  constructor(private readonly signal: AbortSignal) {}

  /**
   * Runs a step, and prints the lines that it returns. An error fails the step alone.
   *
   * @returns whether it passed
   * @throws after a stop signal
   */
  async step(title: string, action: () => Promise<unknown>): Promise<boolean> {
    const start = performance.now();
    const print = (mark: string, details: string[]) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${mark} ${title.padEnd(TITLE_WIDTH)} ${seconds.padStart(6)} s`);
      for (const line of details.flatMap((detail) => detail.split('\n'))) console.log(`    ${line}`);
    };
    try {
      const details = await action();
      print('✔', Array.isArray(details) ? details.map(String) : []);
      this.passed += 1;
      return true;
    } catch (error) {
      this.signal.throwIfAborted();
      print('✘', [error instanceof Error ? error.message : String(error)]);
      this.failed += 1;
      return false;
    }
  }
}
