import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupError, listed } from './backup-error.ts';
import type { BagSchema } from './bag-schema.ts';
import type { Bag } from './check-bag.ts';
import { originalFile, tableFile } from './manifest.ts';
import { endSessions, highestToken } from './session-tokens.ts';
import { inTransaction, quoted, type SiteConnection } from './site-database.ts';
import { columnList, findTables } from './tables.ts';
import { assertUnused } from './used-site.ts';

/**
 * Puts the rows of the bag in the place of all that there are, in one transaction.
 *
 * @param connection to a database whose schema is that of the bag
 * @throws BackupError where the rows do not fit, and whatever the database throws; nothing has changed then
 */
export function loadRows(
  connection: SiteConnection,
  bag: Bag,
  schema: BagSchema,
  { replace }: { replace: boolean },
): Promise<{ rows: number; replacedAccounts: number }> {
  return inTransaction(connection, '', async () => {
    const tables = await findTables(connection);
    const names = tables.map(({ name }) => quoted(name)).join(', ');
    // From here on nobody writes: what came in since the first look is seen by the second.
    await connection.query(`lock table ${names} in access exclusive mode`);
    await assertUnused(connection, { replace });
    const [{ accounts }] = (await connection.query('select count(*)::int as accounts from users')) as [
      { accounts: number },
    ];
    const highest = await highestToken(connection);
    await connection.query(`truncate ${names}`);

    let rows = 0;
    for (const table of schema.tables) {
      const loaded = await loadTable(connection, bag, table);
      if (loaded !== table.rows) {
        throw new BackupError(`${tableFile(table.name)} has ${loaded} rows, and ${table.rows} were to come.`);
      }
      rows += loaded;
    }
    for (const { table, column, last, isCalled } of schema.sequences) {
      await connection.query('select setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint, $4)', [
        quoted(table),
        column,
        last,
        isCalled,
      ]);
    }
    await refuseMissingOriginals(connection, bag, schema);
    await endSessions(connection, highest);
    return { rows, replacedAccounts: accounts };
  });
}

async function loadTable(
  connection: SiteConnection,
  bag: Bag,
  { name, columns }: BagSchema['tables'][number],
): Promise<number> {
  const copy = connection.copyIn(
    `copy ${quoted(name)} (${columnList(columns)}) from stdin with (format csv, header, encoding 'UTF8')`,
  );
  await pipeline(createReadStream(join(bag.folder, tableFile(name))), copy);
  return copy.rowCount;
}

/** Every original that a row speaks of is in the bag, or was lost before it. */
async function refuseMissingOriginals(
  connection: SiteConnection,
  bag: Bag,
  { tables, lost }: BagSchema,
): Promise<void> {
  const known = new Set(lost);
  const missing: string[] = [];
  for (const { name, columns } of tables) {
    if (!columns.includes('original_key')) continue;
    const rows = await connection.query<{ key: string }>(`select original_key as key from ${quoted(name)}`);
    for (const { key } of rows) if (!bag.checksums.has(originalFile(key)) && !known.has(key)) missing.push(key);
  }
  if (missing.length > 0) throw new BackupError(`These originals are not in the backup:\n${listed(missing)}`);
}
