import { migrate } from '@portfolio/database';
import type { DataSource } from 'typeorm';
import { BackupError } from './backup-error.ts';
import type { BagSchema } from './bag-schema.ts';
import { inTransaction, quoted, type SiteConnection } from './site-database.ts';
import { appliedMigrations, countRows, findTables } from './tables.ts';
import { MADE_BY_A_START } from './used-site.ts';

/** Of a version before that of the bag it only has to go forward, unless a row stands in the way of that. */
const goesForward = (applied: string[], { migrations }: BagSchema) => migrations.join().startsWith(applied.join());

/**
 * Looks whether the schema can be brought to the version of the bag, and changes nothing.
 *
 * @throws BackupError where that would cost rows other than accounts
 */
export async function assertFits(connection: SiteConnection, schema: BagSchema): Promise<void> {
  if (goesForward(await appliedMigrations(connection), schema)) return;
  const counts = await countRows(connection, await findTables(connection));
  for (const table of MADE_BY_A_START) counts.delete(table);
  if (counts.size === 0) return;
  throw new BackupError(
    'The backup is of an earlier version of this program, and the site is in use. Restore it into an empty database.',
  );
}

/**
 * Brings the schema of an empty site to the version of the bag, whichever it has.
 *
 * @param dataSource that knows the migrations of the bag
 * @throws BackupError where that would cost rows other than accounts
 */
export async function fitSchema(dataSource: DataSource, connection: SiteConnection, schema: BagSchema): Promise<void> {
  if (!goesForward(await appliedMigrations(connection), schema)) {
    await inTransaction(connection, '', () => dropTables(connection, schema));
  }
  await migrate(dataSource);
}

async function dropTables(connection: SiteConnection, schema: BagSchema): Promise<void> {
  for (const { name } of await findTables(connection)) {
    await connection.query(`lock table ${quoted(name)} in access exclusive mode`);
  }
  await assertFits(connection, schema);
  // Those that are in no backup too: the migrations make them all anew.
  const all = await connection.query<{ name: string }>(
    `select tab.relname as name from pg_class tab where tab.relnamespace = current_schema()::regnamespace
      and tab.relkind = 'r' and not exists (select 1 from pg_depend dep where dep.objid = tab.oid and dep.deptype = 'e')`,
  );
  await connection.query(`drop table ${all.map(({ name }) => quoted(name)).join(', ')}`);
}
