import { fstatSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Bytes queued for the reader of a pipe; further lines are dropped. */
const MAX_QUEUED = 1024 * 1024;

/** Standard output for log lines. A full disk or a stuck pipe drops and counts lines, and never blocks the process. */
export const logDestination = (): DestinationStream => (destination ??= openDestination());

let destination: DestinationStream | undefined;

function openDestination(): DestinationStream {
  const isStream = isStreamOutput();
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

/** Devices are written like files. */
function isStreamOutput(): boolean {
  const stats = fstatSync(1);
  if (!stats.isFIFO() && !stats.isSocket() && !process.stdout.isTTY) return false;
  process.stdout.on('error', () => undefined);
  return true;
}

/** Tests replace it to read the lines. */
const isReplaced = () => process.stdout.write !== Object.getPrototypeOf(process.stdout).write;

/** Node queues lines that a pipe does not accept yet. @returns whether the line was accepted */
function writeToStream(line: string): boolean {
  if (process.stdout.writableLength > MAX_QUEUED) return false;
  process.stdout.write(line);
  return true;
}

/** The disk was full after a part of the last line. */
let isCut = false;

/** Bypasses `process.stdout`, which ends at its first error. @returns whether the whole line was written */
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
