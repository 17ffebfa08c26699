import type { EntityManager } from 'typeorm';
import type { Picture } from './entities/picture.ts';

/** Thrown when the response to a commit was lost: the change may be committed or not. */
export class UncertainCommitError extends Error {
  override name = 'UncertainCommitError';
}

/**
 * Runs a transaction and distinguishes a failed commit from a rollback.
 *
 * @throws UncertainCommitError if the commit itself failed; any other error means that nothing was committed
 */
export async function certainTransaction<T>(
  manager: EntityManager,
  action: (transaction: EntityManager) => Promise<T>,
): Promise<T> {
  let isCommitting = false;
  try {
    return await manager.transaction(async (transaction) => {
      const result = await action(transaction);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    if (!isCommitting) throw error;
    throw new UncertainCommitError('The response to a commit was lost', { cause: error });
  }
}

/** Advisory lock of the changes that lock several galleries or photos; unique in this database. */
const CHANGE_LOCK = 7_305_128;

/**
 * Runs a transaction that changes several galleries or photos, positions or the trash. Only one runs at a time, to
 * avoid deadlocks: the rows that it locks depend on what it reads. Few ever wait, since a site has few administrators.
 */
export function exclusiveTransaction<T>(
  manager: EntityManager,
  action: (transaction: EntityManager) => Promise<T>,
): Promise<T> {
  return manager.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [CHANGE_LOCK]);
    return action(transaction);
  });
}

/**
 * Locks all pictures of a kind in the order of their ids, which prevents deadlocks between transactions that change
 * several pictures.
 *
 * @returns their ids, in order
 */
export async function lockAll(transaction: EntityManager, kind: new () => Picture): Promise<number[]> {
  const pictures = await transaction
    .getRepository<Picture>(kind)
    .createQueryBuilder('picture')
    .select('picture.id')
    .orderBy('picture.id')
    .setLock('pessimistic_write')
    .getMany();
  return pictures.map(({ id }) => id);
}

/** Advisory lock of running backups; unique in this database. */
const BACKUP_LOCK = 7_305_121;

interface Connection {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

/** Marks a backup as running until the connection ends. The lock is shared: backups may run at the same time. */
export async function markBackup(connection: Connection): Promise<void> {
  await connection.query('select pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
}

/** Whether a backup is running. It reads the originals of all rows in its snapshot, also of pictures deleted since. */
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
