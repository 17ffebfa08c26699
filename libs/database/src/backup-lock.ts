/** Any number that no other advisory lock of this database uses. */
const BACKUP_LOCK = 7_305_121;

interface Connection {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** Marks a backup as running until this connection ends or lets go of its locks. Any number may run at once. */
export async function markBackup(connection: Connection): Promise<void> {
  await connection.query('select pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
}

/** Whether a backup is running: it reads originals after the moment of its rows, of pictures deleted since too. */
export async function isBackupRunning(connection: Connection): Promise<boolean> {
  const [{ isRunning }] = (await connection.query(
    `select exists (
       select from pg_locks
       where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
         and database = (select oid from pg_database where datname = current_database())
     ) as "isRunning"`,
    [BACKUP_LOCK],
  )) as [{ isRunning: boolean }];
  return isRunning;
}
