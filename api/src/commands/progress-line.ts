import type { Writable } from 'node:stream';
import type { OnProgress } from '@portfolio/backup';

/** Pauses between two updates. A terminal overwrites one line; a log gets a new line each time. */
const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 5_000;

export class ProgressLine {
  private printedAt = 0;
  private isOpen = false;

  constructor(private readonly output: Writable & { isTTY?: boolean } = process.stderr) {}

  /** @param title such as "Copying originals" @returns a function that prints progress */
  reporter(title: string): OnProgress {
    return (done, total) => {
      const isTerminal = this.output.isTTY === true;
      const now = Date.now();
      if (done < total && now - this.printedAt < (isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return;
      this.printedAt = now;
      this.output.write(`${isTerminal ? '\r\u001b[K' : ''}${title}: ${done} of ${total}${isTerminal ? '' : '\n'}`);
      this.isOpen = isTerminal;
    };
  }

  end(): void {
    if (this.isOpen) this.output.write('\n');
    this.isOpen = false;
  }
}
