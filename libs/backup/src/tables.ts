import { BackupError } from './backup-error.ts';
import { quoted, type SiteConnection } from './site-database.ts';

export interface Table {
  name: string;
  /** Without generated columns, in the order of the table. */
  columns: string[];
  /** Primary key: sort order of the rows, so that the same rows give the same file. */
  key: string[];
}

export interface Sequence {
  table: string;
  column: string;
  /** `last_value` of PostgreSQL. */
  last: string;
  /** `is_called` of PostgreSQL. */
  isCalled: boolean;
}

/**
 * All tables of the site, referenced ones first, new ones of migrations included. Excluded are unlogged tables (such
 * as rate limits), tables of extensions, `migrations`, and tables that triggers fill. The queue has its own schema.
 */
export async function findTables(connection: Pick<SiteConnection, 'query'>): Promise<Table[]> {
  const found = await connection.query<Table & { parents: string[] }>(`
    select tab.relname as name,
      array(select col.attname::text from pg_attribute col
        where col.attrelid = tab.oid and col.attnum > 0 and not col.attisdropped and col.attgenerated = ''
        order by col.attnum) as columns,
      array(select col.attname::text from pg_index idx
        cross join unnest(idx.indkey) with ordinality part (attnum, position)
        join pg_attribute col on col.attrelid = tab.oid and col.attnum = part.attnum
        where idx.indrelid = tab.oid and idx.indisprimary order by part.position) as key,
      array(select distinct other.relname::text from pg_constraint ref join pg_class other on other.oid = ref.confrelid
        where ref.conrelid = tab.oid and ref.contype = 'f' and other.oid <> tab.oid) as parents
    from pg_class tab
    where tab.relnamespace = current_schema()::regnamespace and tab.relkind = 'r' and tab.relpersistence = 'p'
      and tab.relname not in ('migrations', 'photo_listings', 'photo_search', 'photo_tags', 'row_counts')
      and not exists (select 1 from pg_depend dep where dep.objid = tab.oid and dep.deptype = 'e')
    order by tab.relname`);
  const sorted: Table[] = [];
  for (let remaining = found; remaining.length > 0;) {
    const names = new Set(remaining.map(({ name }) => name));
    const next = remaining.filter(({ parents }) => !parents.some((parent) => names.has(parent)));
    if (next.length === 0) throw new Error(`Circular foreign keys: ${[...names].join(', ')}`);
    sorted.push(...next.map(({ name, columns, key }) => ({ name, columns, key })));
    remaining = remaining.filter((table) => !next.includes(table));
  }
  return sorted;
}

/** Query for the keys and hashes of all originals. */
export const originalsQuery = (tables: Pick<Table, 'name' | 'columns'>[]): string =>
  tables
    .filter(({ columns }) => columns.includes('original_key'))
    .map(({ name }) => `select original_key, content_hash from ${quoted(name)}`)
    .join(' union all ');

export async function findSequences(connection: SiteConnection, tables: Table[]): Promise<Sequence[]> {
  const sequences: Sequence[] = [];
  for (const { name: table, columns } of tables) {
    for (const column of columns) {
      const [{ sequence }] = (await connection.query<{ sequence: string | null }>(
        'select pg_get_serial_sequence($1, $2) as sequence',
        [quoted(table), column],
      )) as [{ sequence: string | null }];
      if (sequence === null) continue;
      const [state] = await connection.query<{ last: string; isCalled: boolean }>(
        `select last_value::text as last, is_called as "isCalled" from ${sequence}`,
      );
      if (state) sequences.push({ table, column, ...state });
    }
  }
  return sequences;
}

/** Applied migrations in order; none in a new database. */
export async function appliedMigrations(connection: SiteConnection): Promise<string[]> {
  const [{ isNew }] = (await connection.query(`select to_regclass('migrations') is null as "isNew"`)) as [
    { isNew: boolean },
  ];
  if (isNew) return [];
  const rows = await connection.query<{ name: string }>('select name from migrations order by timestamp, id');
  return rows.map(({ name }) => name);
}

export const columnList = (columns: string[]) => columns.map(quoted).join(', ');

/** Tables that the first start, a sign-in and visits fill: a restore may replace them. */
const TABLES_OF_UNUSED_SITE = [
  ...['users', 'sessions', 'security_events'],
  ...['page_views', 'referrer_views', 'visitor_counts'],
];

/** All other tables: their rows show that the site is in use. Dismissed first steps do not. */
async function contentTables(
  connection: Pick<SiteConnection, 'query'>,
): Promise<{ name: string; fromClause: string }[]> {
  const tables = (await findTables(connection)).filter(({ name }) => !TABLES_OF_UNUSED_SITE.includes(name));
  return tables.map(({ name }) => ({
    name,
    fromClause: `from ${quoted(name)}${name === 'settings' ? ` where name <> 'first_steps_dismissed'` : ''}`,
  }));
}

/** Whether the site has nothing but accounts, sign-ins and visits. */
export async function isUnused(connection: Pick<SiteConnection, 'query'>): Promise<boolean> {
  const some = (await contentTables(connection)).map(({ fromClause }) => `exists (select ${fromClause})`).join(' or ');
  const [{ isUsed }] = (await connection.query<{ isUsed: boolean }>(`select ${some} as "isUsed"`)) as [
    { isUsed: boolean },
  ];
  return !isUsed;
}

/** Numbers of rows by table of a site in use; empty for an unused one. */
export async function countUsed(connection: SiteConnection): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name, fromClause } of await contentTables(connection)) {
    const [row] = await connection.query<{ count: string }>(`select count(*)::text as count ${fromClause}`);
    if (row && row.count !== '0') counts.set(name, Number(row.count));
  }
  return counts;
}

/** Number of accounts; 0 in a new database. */
export async function countAccounts(connection: SiteConnection): Promise<number> {
  if ((await appliedMigrations(connection)).length === 0) return 0;
  const [row] = await connection.query<{ count: number }>('select count(*)::int as count from users');
  return row?.count ?? 0;
}

/** Beginning of the failure of an import that a row overtook. */
export const NO_LONGER_EMPTY = 'This site is not empty any more';

/** @throws BackupError with the numbers of rows, for a site in use, unless `replace` */
export async function assertUnused(
  connection: SiteConnection,
  { replace, isRunning }: { replace?: boolean | undefined; isRunning?: boolean },
): Promise<void> {
  if (replace) return;
  const used = await countUsed(connection);
  if (used.size === 0) return;
  const rows = [...used].map(([table, count]) => `${table}: ${count}`).join(', ');
  throw new BackupError(
    isRunning
      ? `${NO_LONGER_EMPTY} (${rows}). Start a new site, and import the archive there.`
      : `This site is in use (${rows}). Restore into an empty site, or use --replace to delete the rows of this one.`,
  );
}
