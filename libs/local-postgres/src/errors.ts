/** The local PostgreSQL cannot be used. The message is for the terminal. */
export class LocalPostgresError extends Error {
  override name = 'LocalPostgresError';
}

/** The data directory was written by another major version of PostgreSQL. */
export class OtherVersionError extends LocalPostgresError {
  override name = 'OtherVersionError';
  constructor(dataDir: string, found: string, ours: string) {
    super(
      `The database in ${dataDir} was written by PostgreSQL ${found}, and this program brings PostgreSQL ${ours}: ` +
        'export it with that version, or choose another folder.',
    );
  }
}

/** The file system that holds the data is full, or nearly. */
export class DiskFullError extends LocalPostgresError {
  override name = 'DiskFullError';
  constructor(dataDir: string, { free, needed }: { free?: number; needed?: number } = {}) {
    const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;
    super(
      free === undefined || needed === undefined
        ? `The disk that holds ${dataDir} is full: make room there, then start again.`
        : `The disk that holds ${dataDir} is nearly full (${megabytes(free)} free, ${megabytes(needed)} needed): ` +
            'make room there, then start again.',
    );
  }
}

/** The user of this process cannot write to the folder. */
export class NotWritableError extends LocalPostgresError {
  override name = 'NotWritableError';
}

/** The folder holds other files. */
export class NotADatabaseError extends LocalPostgresError {
  override name = 'NotADatabaseError';
  constructor(dataDir: string) {
    super(`${dataDir} holds files that are not a PostgreSQL database: move them away, or choose another folder.`);
  }
}

/** No installed PostgreSQL runs on this system. */
export class NoBinariesError extends LocalPostgresError {
  override name = 'NoBinariesError';
  constructor(reason: string) {
    super(`${reason}: set DATABASE_URL to the address of a PostgreSQL server.`);
  }
}
