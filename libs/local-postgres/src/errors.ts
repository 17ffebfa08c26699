import { StartError } from '@portfolio/lifecycle/supervisor';

export const diskFull = (folder: string) =>
  new StartError(`The disk that holds ${folder} is full: make room there, then start again.`);

/** No installed PostgreSQL runs on this system. */
export const noBinaries = (reason: string) =>
  new StartError(`${reason}: set DATABASE_URL to the address of a PostgreSQL server.`);

export const reportsFullDisk = (output: string) => /No space left on device|ENOSPC|Disk quota exceeded/i.test(output);

/** The last error in the output of PostgreSQL, or else its last line. */
export const reasonIn = (output: string) =>
  output.match(/.*\b(?:error|FATAL|PANIC):\s*(.*)/s)?.[1]?.split('\n')[0] ??
  (output.trim().split('\n').at(-1) || 'it printed nothing');
