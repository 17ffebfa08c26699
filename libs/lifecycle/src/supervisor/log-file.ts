import { closeSync, copyFileSync, existsSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';

const MAX_BYTES = 5 * 1024 * 1024;
const CHECK_INTERVAL_MS = 1_000;
/** Bytes of the end in which `lastLines` finds its lines. */
const TAIL_BYTES = 32 * 1024;

/**
 * Log of one process. A large log is copied to `.old` and truncated, also while the process writes; lines written in between
 * are lost.
 */
export class LogFile {
  /** Offset at which this run begins. */
  private start: number;
  private readonly timer: NodeJS.Timeout;

  constructor(readonly path: string) {
    this.rotate();
    this.start = size(path);
    closeSync(openSync(path, 'a'));
    this.timer = setInterval(() => this.rotate(), CHECK_INTERVAL_MS).unref();
  }

  /** Copies and truncates: the process appends to the open file, so it goes on at the new end. */
  private rotate(): void {
    if (size(this.path) <= MAX_BYTES) return;
    const old = `${this.path}.old`;
    // If the copy fails (full disk, …), the log is lost; truncating matters more.
    attempt(() => {
      rmSync(old, { force: true });
      copyFileSync(this.path, old);
    });
    attempt(() => {
      truncateSync(this.path);
      this.start = 0;
    });
  }

  /** The last lines of this run; none if the file was deleted. JSON lines of our logger are shown as message and stack. */
  lastLines(count = 12): string[] {
    if (!existsSync(this.path)) return [];
    const content = readFileSync(this.path);
    const lines = content
      .subarray(Math.max(this.start, content.length - TAIL_BYTES))
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    return lines.slice(-count).flatMap(formatLine);
  }

  close(): void {
    clearInterval(this.timer);
  }
}

function formatLine(line: string): string[] {
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
    // The next check retries a failed truncation.
  }
}

const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
