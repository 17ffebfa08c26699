import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { processIdentity } from './process-identity.ts';

interface Holder {
  pid: number;
  identity: string;
}

/** Thrown by `takeLock` while another process is at it. */
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
 * Makes this process the only one of its kind, as long as it lives: the lock of a process that has died, in whatever
 * way, is worth nothing, and a process that was given its number later is not taken for it.
 *
 * @param file made in a folder that exists; holds the owner's number
 * @returns gives the lock back
 * @throws LockedError while another living process, or this one, holds it
 */
export function takeLock(file: string): () => void {
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    // A link appears with its whole content or not at all, and never replaces another.
    while (!link(draft, file)) {
      const found = read(file);
      if (found === undefined) continue;
      const holder = parse(found);
      if (holder !== undefined && processIdentity(holder.pid) === holder.identity) {
        throw new LockedError(file, holder.pid);
      }
      setAside(file, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (parse(read(file) ?? '')?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** Moves a dead process's lock away, and puts it back if another process was quicker and it is no longer that lock. */
function setAside(file: string, judged: string): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (read(aside) !== judged) link(aside, file);
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
