import { closeSync, createReadStream, fstatSync, open, read } from 'node:fs';
import type { OpenedFile } from './storage.ts';

/**
 * Opens a file, and reads it at once where it is small.
 *
 * What may wait for the disk, opening and reading, is done in threads. What is known once a file is open is asked at once:
 * handing such a question to a thread costs twenty times what its answer does.
 *
 * @param whole bytes up to which it is read at once
 * @returns undefined for what is no file
 */
export function openFile(path: string, whole: number): Promise<OpenedFile | undefined> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (fault, file) => {
      if (fault) return reject(fault);
      try {
        const found = fstatSync(file);
        if (found.isFile()) resolve(readOpened(path, file, found.size, whole));
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

function readOpened(path: string, file: number, bytes: number, whole: number): Promise<OpenedFile> {
  if (bytes > whole) return Promise.resolve({ bytes, content: createReadStream(path, { fd: file }) });
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
