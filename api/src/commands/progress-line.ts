import type { Writable } from 'node:stream';

export type Progress = (done: number, total: number) => void;

/** Milliseconds between two lines. A terminal overwrites the previous one. */
const TERMINAL_INTERVAL = 200;
const LOG_INTERVAL = 5_000;

export class ProgressLine {
  private printedAt = 0;
  private isOpen = false;

  constructor(private readonly output: Writable & { isTTY?: boolean } = process.stderr) {}

  /** @param title such as "Copying originals" */
  for(title: string): Progress {
    return (done, total) => {
      const isTerminal = this.output.isTTY === true;
      const now = Date.now();
      if (done < total && now - this.printedAt < (isTerminal ? TERMINAL_INTERVAL : LOG_INTERVAL)) return;
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
