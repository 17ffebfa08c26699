import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const LARGE = 5 * 1024 * 1024;
/** As much of a log as is looked at for its last lines. */
const WINDOW = 32 * 1024;

/** The log of one part. One old log is kept when it has grown large. */
export class LogFile {
  /** Where this run begins. */
  private readonly begin: number;
  /** For the part to write to. */
  readonly descriptor: number;

  constructor(readonly path: string) {
    if (size(path) > LARGE) renameSync(path, `${path}.old`);
    this.begin = size(path);
    this.descriptor = openSync(path, 'a');
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

const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
