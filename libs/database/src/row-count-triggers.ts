import type { QueryRunner } from 'typeorm';

/** Counted lists: their table, and the columns that distinguish the counts. */
const COUNTED = {
  photos: { table: 'photo_listings', facets: ['status', 'visibility', 'is_for_sale', 'is_in_gallery', 'is_listed'] },
  comments: { table: 'comments', facets: ['is_approved'] },
  messages: { table: 'messages', facets: ['is_read'] },
  news: { table: 'news_items', facets: ['is_active'] },
};

/**
 * Creates the table of counts and the triggers that keep them. A count is the sum of several rows: a transaction changes one
 * that no other has locked, or adds one. No transaction waits for another, and there are no more rows than concurrent ones.
 */
export async function addRowCounts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table row_counts (
      id serial constraint row_counts_pkey primary key,
      list text not null,
      facets jsonb not null,
      count bigint not null
    )`);
  await runner.query(`
    create or replace function add_row_count(counted text, wanted jsonb, change bigint) returns void language plpgsql as $$
    begin
      update row_counts set count = count + change where id = (
        select id from row_counts where list = counted and facets = wanted limit 1 for update skip locked);
      if not found then
        insert into row_counts (list, facets, count) values (counted, wanted, change);
      end if;
    end $$`);
  for (const [list, { table, facets }] of Object.entries(COUNTED)) {
    await createCountFunction(runner, list as keyof typeof COUNTED);
    await addChangeTriggers(runner, table, 'count', `count_${list}`);
    await runner.query(`
      insert into row_counts (list, facets, count) select '${list}', ${builtOf(facets)}, count(*) from ${table} group by 2`);
  }
}

/** Rows that the triggers of a change pass to their function. */
const ROWS = {
  insert: 'referencing new table as new_rows',
  update: 'referencing old table as old_rows new table as new_rows',
  delete: 'referencing old table as old_rows',
  truncate: '',
};

/** Creates triggers that call a function after each statement that changes a table. */
export async function addChangeTriggers(
  runner: QueryRunner,
  table: string,
  name: string,
  countFunction: string,
): Promise<void> {
  for (const [change, rows] of Object.entries(ROWS)) {
    await runner.query(`
      create trigger ${table}_${name}_${change} after ${change} on ${table} ${rows}
      for each statement execute function ${countFunction}()`);
  }
}

/** Facets of a row, as SQL. */
const builtOf = (facets: string[]) =>
  `jsonb_build_object(${facets.map((column) => `'${column}', ${column}`).join(', ')})`;

/** Counts the rows of a list again. @param more facets of later migrations */
export async function recount(runner: QueryRunner, list: keyof typeof COUNTED, more: string[] = []): Promise<void> {
  const { table, facets } = COUNTED[list];
  await runner.query(`delete from row_counts where list = '${list}'`);
  await runner.query(`
    insert into row_counts (list, facets, count)
    select '${list}', ${builtOf([...facets, ...more])}, count(*) from ${table} group by 2`);
}

/**
 * @param condition of the rows that count, in SQL
 * @param more facets of later migrations
 */
export async function createCountFunction(
  runner: QueryRunner,
  list: keyof typeof COUNTED,
  condition = 'true',
  more: string[] = [],
): Promise<void> {
  const counted = (rows: string, change: number) =>
    `select ${builtOf([...COUNTED[list].facets, ...more])} as facets, ${change} as change from ${rows} where ${condition}`;
  await countChanges(runner, `count_${list}`, list, {
    added: counted('new_rows', 1),
    changed: `${counted('new_rows', 1)} union all ${counted('old_rows', -1)}`,
    removed: counted('old_rows', -1),
  });
}

/**
 * Creates a function for `addChangeTriggers` that keeps the counts of a list.
 *
 * @param changes `facets` and `change` of the counts, as SQL over `new_rows` and `old_rows`
 */
export async function countChanges(
  runner: QueryRunner,
  name: string,
  list: string,
  changes: { added: string; changed: string; removed: string },
): Promise<void> {
  const add = (rows: string) =>
    `perform add_row_count('${list}', facets, sum(change)::bigint) from (${rows}) changed group by facets having sum(change) <> 0;`;
  await runner.query(`
    create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      case tg_op
        when 'INSERT' then ${add(changes.added)}
        when 'UPDATE' then ${add(changes.changed)}
        when 'DELETE' then ${add(changes.removed)}
        else delete from row_counts where list = '${list}';
      end case;
      return null;
    end $$`);
}

export async function dropRowCounts(runner: QueryRunner): Promise<void> {
  for (const list of Object.keys(COUNTED)) await runner.query(`drop function count_${list}() cascade`);
  await runner.query('drop function add_row_count(text, jsonb, bigint)');
  await runner.query('drop table row_counts');
}
