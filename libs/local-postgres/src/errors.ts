/** The local PostgreSQL cannot be used. The message is for the terminal. */
export class LocalPostgresError extends Error {
  override name = 'LocalPostgresError';
}

export const diskFull = (folder: string) =>
  new LocalPostgresError(`The disk that holds ${folder} is full: make room there, then start again.`);

/** No installed PostgreSQL runs on this system. */
export const noBinaries = (reason: string) =>
  new LocalPostgresError(`${reason}: set DATABASE_URL to the address of a PostgreSQL server.`);

/** Whether the output of PostgreSQL reports a full disk. */
export const reportsFullDisk = (output: string) => /No space left on device|ENOSPC|Disk quota exceeded/i.test(output);

/** The last error in the output of PostgreSQL, or else its last line. */
export const reasonIn = (output: string) =>
  output.match(/.*\b(?:error|FATAL|PANIC):\s*(.*)/s)?.[1]?.split('\n')[0] ??
  (output.trim().split('\n').at(-1) || 'it printed nothing');
