import type { DataSource } from 'typeorm';
import { BackupError } from './backup-error.ts';
import type { BagWriter } from './bag-writer.ts';
import { type BagSchema, FORMAT } from './bag-schema.ts';
import { tableFile } from './manifest.ts';
import { inTransaction, onConnection, quoted, type SiteConnection } from './site-database.ts';
import { appliedMigrations, columnList, findSequences, findTables, originalsQuery, type Table } from './tables.ts';

/** The originals of the rows, in a file with a line each: key, tab, SHA-256. */
export interface OriginalList {
  file: string;
  count: number;
}

/** Writes every table in one snapshot, without blocking the site, and lists the originals of its rows. */
export function dumpDatabase(dataSource: DataSource, bag: BagWriter) {
  return onConnection(dataSource, (connection) =>
    inTransaction(connection, 'isolation level repeatable read read only', async () => {
      const [{ takenAt }] = (await connection.query(
        `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt"`,
      )) as [{ takenAt: string }];
      const migrations = await appliedMigrations(connection);
      if (migrations.length === 0) throw new BackupError('This database holds no site. Nothing has been backed up.');
      const tables = await findTables(connection);
      const dumped: BagSchema['tables'] = [];
      for (const table of tables) dumped.push(await dumpTable(connection, bag, table));
      // Sequences ignore snapshots: read after the rows, they are never behind them.
      const sequences = await findSequences(connection, tables);
      return {
        schema: { format: FORMAT, takenAt, migrations, tables: dumped, sequences },
        originals: await listOriginals(connection, bag, tables),
      };
    }),
  );
}

async function dumpTable(connection: SiteConnection, bag: BagWriter, { name, columns, key }: Table) {
  const order = key.length > 0 ? ` order by ${columnList(key)}` : '';
  const rows = `select ${columnList(columns)} from ${quoted(name)}${order}`;
  const count = await connection.copyOut(
    `copy (${rows}) to stdout with (format csv, header, encoding 'UTF8')`,
    (content) => bag.add(tableFile(name), content),
  );
  return { name, columns, rows: count };
}

/** In a file, so that the transaction can end before the originals are copied. */
async function listOriginals(connection: SiteConnection, bag: BagWriter, tables: Table[]): Promise<OriginalList> {
  let file = '';
  const count = await connection.copyOut(`copy (${originalsQuery(tables)} order by 1) to stdout`, async (rows) => {
    file = await bag.addTemporary(rows);
  });
  return { file, count };
}
