import { quoted, type SiteConnection } from './site-database.ts';

/** A table that belongs to the site. */
export interface Table {
  name: string;
  /** Those that hold data of their own, in the order of the table. */
  columns: string[];
  /** In whose order its rows are written, so that the same rows give the same file. */
  key: string[];
}

/** Where a column's numbers have come to. */
export interface Sequence {
  table: string;
  column: string;
  /** As PostgreSQL writes a bigint. */
  last: string;
  isCalled: boolean;
}

/**
 * Every table that belongs to the site, those before that others refer to: whatever a migration adds is in the backup
 * without anybody having to think of it. Left out are tables that PostgreSQL itself forgets in a crash (`unlogged`, the
 * counters of limits), those of extensions, and the list of migrations, which is kept apart. The queue has a schema of
 * its own.
 */
export async function findTables(connection: SiteConnection): Promise<Table[]> {
  const found = await connection.query<Table & { parents: string[] }>(`
    select tab.relname as name,
      array(select col.attname::text from pg_attribute col
        where col.attrelid = tab.oid and col.attnum > 0 and not col.attisdropped and col.attgenerated = ''
        order by col.attnum) as columns,
      array(select col.attname::text from pg_index idx
        cross join unnest(idx.indkey) with ordinality part (attnum, place)
        join pg_attribute col on col.attrelid = tab.oid and col.attnum = part.attnum
        where idx.indrelid = tab.oid and idx.indisprimary order by part.place) as key,
      array(select distinct other.relname::text from pg_constraint ref join pg_class other on other.oid = ref.confrelid
        where ref.conrelid = tab.oid and ref.contype = 'f' and other.oid <> tab.oid) as parents
    from pg_class tab
    where tab.relnamespace = current_schema()::regnamespace and tab.relkind = 'r' and tab.relpersistence = 'p'
      and tab.relname <> 'migrations'
      and not exists (select 1 from pg_depend dep where dep.objid = tab.oid and dep.deptype = 'e')
    order by tab.relname`);
  const sorted: Table[] = [];
  for (let left = found; left.length > 0;) {
    const isLeft = new Set(left.map(({ name }) => name));
    const next = left.filter(({ parents }) => !parents.some((parent) => isLeft.has(parent)));
    if (next.length === 0) throw new Error(`These tables refer to one another in a circle: ${[...isLeft].join(', ')}`);
    sorted.push(...next.map(({ name, columns, key }) => ({ name, columns, key })));
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
}

export async function findSequences(connection: SiteConnection, tables: Table[]): Promise<Sequence[]> {
  const sequences: Sequence[] = [];
  for (const { name: table, columns } of tables) {
    for (const column of columns) {
      const [{ sequence }] = (await connection.query<{ sequence: string | null }>(
        'select pg_get_serial_sequence($1, $2) as sequence',
        [quoted(table), column],
      )) as [{ sequence: string | null }];
      // It comes quoted where that is needed.
      if (sequence === null) continue;
      const [state] = await connection.query<{ last: string; isCalled: boolean }>(
        `select last_value::text as last, is_called as "isCalled" from ${sequence}`,
      );
      if (state) sequences.push({ table, column, ...state });
    }
  }
  return sequences;
}

/** The migrations that have run, in their order; none in a database that is new. */
export async function appliedMigrations(connection: SiteConnection): Promise<string[]> {
  const [{ isNew }] = (await connection.query(`select to_regclass('migrations') is null as "isNew"`)) as [
    { isNew: boolean },
  ];
  if (isNew) return [];
  const rows = await connection.query<{ name: string }>('select name from migrations order by timestamp, id');
  return rows.map(({ name }) => name);
}

/** How many rows each table has, of those that have any. */
export async function countRows(connection: SiteConnection, tables: Table[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await connection.query<{ rows: string }>(`select count(*)::text as rows from ${quoted(name)}`);
    if (row && row.rows !== '0') counts.set(name, Number(row.rows));
  }
  return counts;
}

/** The list of columns in SQL. */
export const columnList = (columns: string[]) => columns.map(quoted).join(', ');
