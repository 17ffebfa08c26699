import { closeSync, createReadStream, fstatSync, open, read, type Stats } from 'node:fs';
import type { OpenedFile } from './storage.ts';

/**
 * Opens a file, and reads it into a buffer where it is small. Opening and reading run in the thread pool; fstat and close
 * run synchronously, since a thread costs twenty times as much.
 *
 * @param maxBuffered bytes up to which it is read into a buffer
 * @returns undefined for anything but a file
 */
export function openFile(path: string, maxBuffered: number): Promise<OpenedFile | undefined> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (fault, file) => {
      if (fault) return reject(fault);
      try {
        const found = statOrClose(file);
        if (found.isFile()) resolve(readOpened(path, file, found.size, maxBuffered));
        else {
          closeSync(file);
          resolve(undefined);
        }
      } catch (fault) {
        reject(fault);
      }
    });
  });
}

/** Closes the file where its description cannot be read, as on a lost network mount. */
function statOrClose(file: number): Stats {
  try {
    return fstatSync(file);
  } catch (fault) {
    closeSync(file);
    throw fault;
  }
}

function readOpened(path: string, file: number, bytes: number, maxBuffered: number): Promise<OpenedFile> {
  if (bytes > maxBuffered) return Promise.resolve({ bytes, content: createReadStream(path, { fd: file }) });
  return new Promise((resolve, reject) => {
    const content = Buffer.allocUnsafe(bytes);
    read(file, content, 0, bytes, 0, (fault, count) => {
      closeSync(file);
      if (fault) reject(fault);
      else if (count < bytes) reject(new Error(`${count} bytes of ${bytes} could be read`));
      else resolve({ bytes, content });
    });
  });
}
