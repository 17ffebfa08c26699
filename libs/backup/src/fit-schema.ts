import { migrate } from '@portfolio/database';
import type { DataSource } from 'typeorm';
import { BackupError } from './backup-error.ts';
import type { BagSchema } from './bag-schema.ts';
import { inTransaction, quoted, type SiteConnection } from './site-database.ts';
import { appliedMigrations, countUsed, findTables } from './tables.ts';

/** Whether the schema is the bag's or an earlier version of it. */
const canMigrate = (applied: string[], { migrations }: BagSchema) => migrations.join().startsWith(applied.join());

/**
 * Checks whether `fitSchema` would succeed, without a change.
 *
 * @throws BackupError when rows other than accounts, sessions and visits would be lost
 */
export async function assertFits(connection: SiteConnection, schema: BagSchema): Promise<void> {
  if (canMigrate(await appliedMigrations(connection), schema)) return;
  if ((await countUsed(connection)).size === 0) return;
  throw new BackupError(
    'The backup is of an earlier version of this program, and the site is in use. Restore it into an empty database.',
  );
}

/** @throws BackupError for a bag with another schema than the site */
export async function assertSame(connection: SiteConnection, { migrations }: BagSchema): Promise<void> {
  if ((await appliedMigrations(connection)).join() === migrations.join()) return;
  throw new BackupError(
    'The archive is of an earlier version of this program. Unpack it on the server and use `npm run restore`.',
  );
}

/**
 * Migrates the schema of the site to the version of the bag; drops the tables of a newer version.
 *
 * @param dataSource with the migrations of the bag
 * @throws BackupError when rows other than accounts, sessions and visits would be lost
 */
export async function fitSchema(dataSource: DataSource, connection: SiteConnection, schema: BagSchema): Promise<void> {
  if (!canMigrate(await appliedMigrations(connection), schema)) {
    await inTransaction(connection, '', () => dropTables(connection, schema));
  }
  await migrate(dataSource);
}

async function dropTables(connection: SiteConnection, schema: BagSchema): Promise<void> {
  for (const { name } of await findTables(connection)) {
    await connection.query(`lock table ${quoted(name)} in access exclusive mode`);
  }
  await assertFits(connection, schema);
  // Also tables outside of backups: the migrations create all of them.
  const all = await connection.query<{ name: string }>(
    `select tab.relname as name from pg_class tab where tab.relnamespace = current_schema()::regnamespace
      and tab.relkind = 'r' and not exists (select 1 from pg_depend dep where dep.objid = tab.oid and dep.deptype = 'e')`,
  );
  await connection.query(`drop table ${all.map(({ name }) => quoted(name)).join(', ')}`);
}
