import { closeSync, createReadStream, fstatSync, open, read } from 'node:fs';
import type { OpenedFile } from './storage.ts';

/**
 * Opens a file; reads it into a buffer if it is small, else returns a stream. Opening and reading run in the thread pool;
 * fstat and close run synchronously, since a round trip to the pool takes about twenty times as long as the call.
 *
 * @param maxBuffered bytes up to which it is read into a buffer
 * @returns undefined for a directory or another special file
 * @throws ENOENT where the file is missing
 */
export function openFile(path: string, maxBuffered: number): Promise<OpenedFile | undefined> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (error, fd) => {
      if (error) return reject(error);
      try {
        const stats = fstatSync(fd);
        if (stats.isFile()) return resolve(readOrStream(path, fd, stats.size, maxBuffered));
        resolve(undefined);
      } catch (error) {
        // The metadata cannot be read, as on a lost network mount.
        reject(error);
      }
      closeQuietly(fd);
    });
  });
}

function readOrStream(path: string, fd: number, size: number, maxBuffered: number): Promise<OpenedFile> {
  if (size > maxBuffered) return Promise.resolve({ bytes: size, content: createReadStream(path, { fd }) });
  return new Promise((resolve, reject) => {
    const content = Buffer.allocUnsafe(size);
    read(fd, content, 0, size, 0, (error, count) => {
      closeQuietly(fd);
      if (error) reject(error);
      else if (count < size) reject(new Error(`Only ${count} of ${size} bytes of ${path} could be read`));
      else resolve({ bytes: size, content });
    });
  });
}

/** Closes a file and ignores the error, as on a lost network mount: nothing was written. */
function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // The content is complete, or the first error is reported.
  }
}
