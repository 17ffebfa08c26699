import { migrate } from '@portfolio/database';
import type { DataSource } from 'typeorm';
import { BackupError } from './backup-error.ts';
import type { BagSchema } from './bag-schema.ts';
import { inTransaction, quoted, type SiteConnection } from './site-database.ts';
import { appliedMigrations, countRows, findTables } from './tables.ts';
import { highestToken } from './session-tokens.ts';

/**
 * Brings the schema of an empty site to the version of the bag, whichever it has.
 *
 * @param dataSource that knows the migrations of the bag
 * @returns the highest version of a session's token that an account had which is gone now; undefined for none
 * @throws BackupError where that would cost rows other than accounts
 */
export async function fitSchema(
  dataSource: DataSource,
  connection: SiteConnection,
  { migrations }: BagSchema,
): Promise<number | undefined> {
  const applied = await appliedMigrations(connection);
  let tokens: number | undefined;
  // Of a version before that of the bag it only has to go forward, unless a row stands in the way of that.
  if (!migrations.join().startsWith(applied.join())) {
    tokens = await inTransaction(connection, '', () => dropTables(connection));
  }
  await migrate(dataSource);
  return tokens;
}

async function dropTables(connection: SiteConnection): Promise<number | undefined> {
  const tables = await findTables(connection);
  for (const { name } of tables) await connection.query(`lock table ${quoted(name)} in access exclusive mode`);
  const counts = await countRows(connection, tables);
  counts.delete('users');
  if (counts.size > 0) {
    throw new BackupError(
      'The backup is of an earlier version of this program, and the site is in use. Restore it into an empty database.',
    );
  }
  const tokens = await highestToken(connection);
  // Those that are in no backup too: the migrations make them all anew.
  const all = await connection.query<{ name: string }>(
    `select tab.relname as name from pg_class tab where tab.relnamespace = current_schema()::regnamespace
      and tab.relkind = 'r' and not exists (select 1 from pg_depend dep where dep.objid = tab.oid and dep.deptype = 'e')`,
  );
  await connection.query(`drop table ${all.map(({ name }) => quoted(name)).join(', ')}`);
  return tokens;
}
