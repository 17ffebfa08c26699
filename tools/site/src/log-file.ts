import { closeSync, copyFileSync, openSync, readSync, rmSync, statSync, truncateSync } from 'node:fs';

const LARGE = 5 * 1024 * 1024;
/** Milliseconds between two looks at the size. */
const LOOK_EVERY = 1_000;
/** As much of a log as is looked at for its last lines. */
const WINDOW = 32 * 1024;

/** The log of one part. One old log is kept when it has grown large, also while the part writes. */
export class LogFile {
  /** Where this run begins. */
  private begin: number;
  /** For the part to write to. */
  readonly descriptor: number;
  private readonly timer = setInterval(() => this.rotate(), LOOK_EVERY).unref();

  constructor(readonly path: string) {
    this.rotate();
    this.begin = size(path);
    this.descriptor = openSync(path, 'a');
  }

  /** Copies and cuts, since the part goes on writing to the same file: it appends, so it goes on at the new end. */
  private rotate(): void {
    if (size(this.path) <= LARGE) return;
    const old = `${this.path}.old`;
    // On a full disk the room is worth more than the old lines.
    attempt(() => {
      rmSync(old, { force: true });
      copyFileSync(this.path, old);
    });
    attempt(() => truncateSync(this.path));
    this.begin = 0;
  }

  /** The last lines of this run, with the JSON lines of our own logger put into words. */
  lastLines(count = 12): string[] {
    const end = size(this.path);
    const start = Math.max(this.begin, end - WINDOW);
    const buffer = Buffer.alloc(Math.max(0, end - start));
    readSync(this.descriptorForReading(), buffer, 0, buffer.length, start);
    const lines = buffer
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    return lines.flatMap(inWords).slice(-count);
  }

  private reading: number | undefined;
  private descriptorForReading(): number {
    this.reading ??= openSync(this.path, 'r');
    return this.reading;
  }

  close(): void {
    clearInterval(this.timer);
    closeSync(this.descriptor);
    if (this.reading !== undefined) closeSync(this.reading);
  }
}

function inWords(line: string): string[] {
  if (!line.startsWith('{')) return [line];
  try {
    const { msg = '', err } = JSON.parse(line) as { msg?: string; err?: { message?: string; stack?: string } };
    const stack = err?.stack?.split('\n').slice(1, 5) ?? [];
    const message = err?.message === undefined || msg.includes(err.message) ? msg : `${msg}: ${err.message}`;
    return message === '' ? [line] : [message, ...stack];
  } catch {
    return [line];
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // The next look comes soon.
  }
}

const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
