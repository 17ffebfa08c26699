import type { Writable } from 'node:stream';
import type { Progress } from './check-bag.ts';

/** Milliseconds between two lines: at a terminal one is written over the other. */
const AT_A_TERMINAL = 200;
const ELSEWHERE = 5_000;

/** Tells how far a long work is, on standard error. */
export class ProgressLine {
  private last = 0;
  private isOpen = false;

  constructor(private readonly output: Writable & { isTTY?: boolean } = process.stderr) {}

  /** @param title what is being done, such as "Copying originals" */
  for(title: string): Progress {
    return (done, total) => {
      const now = Date.now();
      if (done < total && now - this.last < (this.output.isTTY ? AT_A_TERMINAL : ELSEWHERE)) return;
      this.last = now;
      this.output.write(
        `${this.output.isTTY ? '\r\u001b[K' : ''}${title}: ${done} of ${total}${this.output.isTTY ? '' : '\n'}`,
      );
      this.isOpen = Boolean(this.output.isTTY);
    };
  }

  /** Leaves the line for what comes next. */
  end(): void {
    if (this.isOpen) this.output.write('\n');
    this.isOpen = false;
  }
}
