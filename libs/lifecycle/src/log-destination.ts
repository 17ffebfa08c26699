import { fstatSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Bytes that wait for the reader of a pipe; lines past them are lost. */
const MAX_WAITING = 1024 * 1024;

/**
 * Standard output for log lines. A line that cannot be written is lost and counted: a full disk, a pipe that nobody reads
 * and one whose reader has gone neither block the process nor end it.
 */
export const logDestination = (): DestinationStream => (destination ??= openDestination());

let destination: DestinationStream | undefined;

function openDestination(): DestinationStream {
  const isStream = isPipe();
  const write = (line: string) => (isStream || isReplaced() ? writeToStream(line) : writeToFile(line));
  let lost = 0;
  return {
    write(line) {
      if (lost > 0 && write(lossLine(lost))) lost = 0;
      if (lost > 0 || !write(line)) lost += 1;
    },
  };
}

const lossLine = (lost: number) =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lost, msg: 'log lines could not be written' })}\n`;

/** Terminals too. All else, such as a device, is written as a file is. */
function isPipe(): boolean {
  const stats = fstatSync(1);
  if (!stats.isFIFO() && !stats.isSocket() && !process.stdout.isTTY) return false;
  process.stdout.on('error', () => undefined);
  return true;
}

/** By somebody who wants to see what is written, as tests do. */
const isReplaced = () => process.stdout.write !== Object.getPrototypeOf(process.stdout).write;

/** Node queues what a pipe does not take at once. @returns whether the line was taken */
function writeToStream(line: string): boolean {
  if (process.stdout.writableLength > MAX_WAITING) return false;
  process.stdout.write(line);
  return true;
}

/** What was written of a line before the disk was full. */
let isCut = false;

/** Not by `process.stdout`, which ends at its first error. @returns whether the whole line was written */
function writeToFile(line: string): boolean {
  try {
    const bytes = Buffer.from(isCut ? `\n${line}` : line);
    const written = writeSync(1, bytes);
    isCut = written < bytes.length;
    return !isCut;
  } catch {
    return false;
  }
}
