import type { DataSource } from 'typeorm';
import { CommandError } from '../commands/command-line.ts';
import type { BagWriter } from './bag-writer.ts';
import { type BagSchema, FORMAT } from './bag-schema.ts';
import { tableFile } from './manifest.ts';
import { inTransaction, onConnection, quoted, type SiteConnection } from './site-database.ts';
import { appliedMigrations, columnList, findSequences, findTables, type Table } from './tables.ts';

export interface Original {
  key: string;
  sha256: string;
}

export interface Dump {
  schema: BagSchema;
  originals: Original[];
}

/** Writes every table in one snapshot, without blocking the site, and returns the originals of its rows. */
export function dumpDatabase(dataSource: DataSource, bag: BagWriter): Promise<Dump> {
  return onConnection(dataSource, (connection) =>
    inTransaction(connection, 'isolation level repeatable read read only', async () => {
      const [{ takenAt }] = (await connection.query(
        `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt"`,
      )) as [{ takenAt: string }];
      const migrations = await appliedMigrations(connection);
      if (migrations.length === 0) throw new CommandError('This database holds no site. Nothing has been backed up.');
      const tables = await findTables(connection);
      const dumped: BagSchema['tables'] = [];
      for (const table of tables) dumped.push(await dumpTable(connection, bag, table));
      // Sequences ignore snapshots: read after the rows, they are never behind them.
      const sequences = await findSequences(connection, tables);
      const originals = await findOriginals(connection, tables);
      return {
        schema: { format: FORMAT, takenAt, migrations, tables: dumped, sequences, lost: [], damaged: [] },
        originals,
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

async function findOriginals(connection: SiteConnection, tables: Table[]): Promise<Original[]> {
  const originals: Original[] = [];
  for (const { name, columns } of tables) {
    if (!columns.includes('original_key')) continue;
    const rows = await connection.query<Original>(
      `select original_key as key, content_hash as sha256 from ${quoted(name)} order by original_key`,
    );
    originals.push(...rows);
  }
  return originals;
}
