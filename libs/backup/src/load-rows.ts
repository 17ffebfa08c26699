import { pipeline } from 'node:stream/promises';
import { BackupError, listNames } from './backup-error.ts';
import type { BagSchema } from './bag-schema.ts';
import type { Bag } from './check-bag.ts';
import { linesOf, originalPath, tableFile } from './manifest.ts';
import { inTransaction, quoted, type SiteConnection } from './site-database.ts';
import type { BaggedAccount, RestoreOptions } from './restore-site.ts';
import { assertUnused, columnList, findTables, originalsQuery } from './tables.ts';

/**
 * Replaces all rows by those of the bag, in one transaction. A rollback keeps raised sequences.
 *
 * @param connection to a database with the schema of the bag
 * @returns number of rows
 * @throws BackupError for a site in use, a wrong number of rows, missing originals, or a refused account
 */
export function loadRows(
  connection: SiteConnection,
  bag: Bag,
  schema: BagSchema,
  { isRefused, ...options }: Pick<RestoreOptions, 'replace' | 'isRunning' | 'isRefused'>,
): Promise<number> {
  return inTransaction(connection, '', async () => {
    const tables = await findTables(connection);
    const names = tables.map(({ name }) => quoted(name)).join(', ');
    // The lock blocks reads and writes, so this second check is final.
    await connection.query(`lock table ${names} in access exclusive mode`);
    await assertUnused(connection, options);
    const highest = await highestTokenVersion(connection);
    await connection.query(`truncate ${names}`);

    let rows = 0;
    for (const table of schema.tables) {
      const loaded = await loadTable(connection, bag, table);
      if (loaded !== table.rows) {
        throw new BackupError(`${tableFile(table.name)} has ${loaded} rows instead of ${table.rows}.`);
      }
      rows += loaded;
    }
    await raiseSequences(connection, schema);
    await assertOriginals(connection, bag, schema);
    if (isRefused) await assertNoneRefused(connection, isRefused);
    await endSessions(connection, highest);
    return rows;
  });
}

async function loadTable(
  connection: SiteConnection,
  bag: Bag,
  { name, columns }: BagSchema['tables'][number],
): Promise<number> {
  // Opened first: after a failure the rollback would wait for an open COPY.
  const rows = await bag.source.open(tableFile(name));
  const copy = connection.copyIn(
    `copy ${quoted(name)} (${columnList(columns)}) from stdin with (format csv, header, encoding 'UTF8')`,
  );
  await pipeline(rows, copy);
  return copy.rowCount;
}

/** Never lowers a sequence: no rollback undoes `setval`, and the site that stays would use ids again. */
async function raiseSequences(connection: SiteConnection, { sequences }: BagSchema): Promise<void> {
  for (const { table, column, last, isCalled } of sequences) {
    await connection.query(
      `select setval(name::regclass, $3::bigint, $4) from pg_get_serial_sequence($1, $2) name
       where coalesce(pg_sequence_last_value(name::regclass), 0) < $3::bigint`,
      [quoted(table), column, last, isCalled],
    );
  }
}

/** @throws BackupError for originals that are neither in the bag nor known as missing */
async function assertOriginals(connection: SiteConnection, bag: Bag, { tables, lost }: BagSchema): Promise<void> {
  const known = new Set(lost);
  const missing: string[] = [];
  await connection.copyOut(`copy (${originalsQuery(tables)}) to stdout`, async (rows) => {
    for await (const line of linesOf(rows.setEncoding('utf8'))) {
      const [key = ''] = line.split('\t');
      if (!bag.paths.has(originalPath(key)) && !known.has(key)) missing.push(key);
    }
  });
  if (missing.length > 0) throw new BackupError(`These originals are not in the backup:\n${listNames(missing)}`);
}

async function assertNoneRefused(
  connection: SiteConnection,
  isRefused: NonNullable<RestoreOptions['isRefused']>,
): Promise<void> {
  const accounts = await connection.query<BaggedAccount>('select email, password_hash as "passwordHash" from users');
  for (const account of accounts) {
    if (!(await isRefused(account))) continue;
    throw new BackupError(
      'The archive is of a demo, whose password everybody knows. Change the email address and the password there, then export again.',
    );
  }
}

/** Highest token version of all accounts; 0 without accounts. */
async function highestTokenVersion(connection: SiteConnection): Promise<number> {
  const [row] = await connection.query<{ highest: number | null }>('select max(token_version) as highest from users');
  return row?.highest ?? 0;
}

/**
 * Ends all sessions: a restored account may have the id of a replaced one.
 *
 * Seconds since 2025 are the least version: an interrupted restore may have dropped the previous ones.
 *
 * @param highest token version of the replaced accounts
 */
async function endSessions(connection: SiteConnection, highest: number): Promise<void> {
  await connection.query(
    `update users set token_version =
      greatest(token_version, $1::int, extract(epoch from now() - timestamptz '2025-01-01 00:00Z')::int) + 1`,
    [highest],
  );
}
