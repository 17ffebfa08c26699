import { CrashSafeClient } from '@portfolio/lifecycle/crash-safe-client';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { NO_LIMITS } from './data-source.ts';

/** Advisory lock of running migrations; unique in this database. */
const MIGRATION_LOCK = 7_305_118;

/** Thrown when a newer version of this program has migrated the database. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/**
 * Runs pending migrations on a connection without timeouts. An advisory lock serializes concurrent processes.
 *
 * @param source a data source, for its address and migrations
 * @returns the names of the migrations that ran
 * @throws NewerDatabaseError when the database has an unknown migration
 */
export async function migrate(source: DataSource): Promise<string[]> {
  const extra = { ...NO_LIMITS, Client: CrashSafeClient };
  const dataSource = await new DataSource({ ...source.options, extra } as DataSourceOptions).initialize();
  try {
    // A query runner of its own: the lock lasts until its connection ends.
    await dataSource.createQueryRunner().query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseNewerDatabase(dataSource);
    await refreshCollation(dataSource);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map((migration) => migration.name);
  } finally {
    await dataSource.destroy();
  }
}

/** Rebuilds the indexes of the natural order after an update of ICU, which may change it. */
async function refreshCollation(dataSource: DataSource): Promise<void> {
  const outdated = await dataSource.query<{ indexes: string[] }[]>(
    `select array(
       select distinct idx.indexrelid::regclass::text from pg_index idx where coll.oid = any(idx.indcollation)) as indexes
     from pg_collation coll
     where coll.oid = to_regcollation('natural_order') and coll.collversion <> pg_collation_actual_version(coll.oid)`,
  );
  for (const { indexes } of outdated) {
    for (const index of indexes) await dataSource.query(`reindex index ${index}`);
    await dataSource.query('alter collation natural_order refresh version');
  }
}

async function refuseNewerDatabase(dataSource: DataSource): Promise<void> {
  const [{ exists }] = await dataSource.query<[{ exists: boolean }]>(
    `select to_regclass('migrations') is not null as exists`,
  );
  if (!exists) return;
  const known = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const rows = await dataSource.query<{ name: string }[]>('select name from migrations');
  const unknown = rows.filter((row) => !known.includes(row.name));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      'The database was written by a newer version of this program. Start that version, or use another database.',
    );
  }
}
