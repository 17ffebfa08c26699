import { SteadyClient } from '@portfolio/lifecycle/steady-client';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { NO_LIMITS } from './data-source.ts';

/** Any number that no other advisory lock of this database uses. */
const MIGRATION_LOCK = 7_305_118;

/** Thrown when the database was written by a newer version of this program. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/**
 * Brings the schema to this version, over connections without time limits. Any number of processes may call it at once:
 * one works, the others wait.
 *
 * @param given its address and its migrations are used
 * @returns the names of the migrations that ran
 * @throws NewerDatabaseError when the database has a migration that this version does not know
 */
export async function migrate(given: DataSource): Promise<string[]> {
  const extra = { ...NO_LIMITS, Client: SteadyClient };
  const dataSource = await new DataSource({ ...given.options, extra } as DataSourceOptions).initialize();
  try {
    return await migrateAlone(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function migrateAlone(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await refuseNewerDatabase(dataSource);
      const done = await dataSource.runMigrations({ transaction: 'each' });
      return done.map((migration) => migration.name);
    } finally {
      await lock.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await lock.release();
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
