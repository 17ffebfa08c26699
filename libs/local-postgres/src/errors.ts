/** Thrown where the local PostgreSQL cannot be had; the message is one sentence fit to be shown alone. */
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

/** The folder cannot be written by the user who runs this process. */
export class NotWritableError extends LocalPostgresError {
  override name = 'NotWritableError';
}

/** The folder holds something that is not ours to overwrite. */
export class NotADatabaseError extends LocalPostgresError {
  override name = 'NotADatabaseError';
  constructor(dataDir: string) {
    super(`${dataDir} holds files that are not a PostgreSQL database: move them away, or choose another folder.`);
  }
}

/** There is no PostgreSQL that runs here. */
export class NoBinariesError extends LocalPostgresError {
  override name = 'NoBinariesError';
  constructor(reason: string) {
    super(`${reason}: set DATABASE_URL to the address of a PostgreSQL server.`);
  }
}
