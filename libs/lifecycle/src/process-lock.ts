import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { processIdentity } from './process-identity.ts';

interface Holder {
  pid: number;
  identity: string;
}

/** Thrown by `takeLock` while a living process holds the lock. */
export class LockedError extends Error {
  override name = 'LockedError';
  constructor(
    readonly file: string,
    readonly pid: number,
  ) {
    super(`${file} is held by process ${pid}`);
  }
}

/**
 * Locks a file for the life of this process. The lock of a dead process is free immediately, even if its id was reused.
 *
 * @param file created in a folder that exists; contains the owner's process id
 * @returns releases the lock
 * @throws LockedError while a living process, or this one, holds it
 */
export function takeLock(file: string): () => void {
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    // Linking is atomic: the lock appears with its whole content and never replaces another.
    while (!link(draft, file)) {
      const content = read(file);
      if (content === undefined) continue;
      const holder = parse(content);
      if (holder !== undefined && processIdentity(holder.pid) === holder.identity) {
        throw new LockedError(file, holder.pid);
      }
      removeStale(file, content);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (parse(read(file) ?? '')?.pid === process.pid) rmSync(file, { force: true });
  };
}

/**
 * Removes a dead process's lock. Restores the file if another process has replaced the lock between reading and renaming; a
 * third process that takes the lock between renaming and restoring holds it as well.
 */
function removeStale(file: string, staleContent: string): void {
  if (read(file) !== staleContent) return;
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (read(aside) !== staleContent) link(aside, file);
  rmSync(aside, { force: true });
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;
