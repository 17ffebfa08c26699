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
    const triggers = {
      insert: 'referencing new table as new_rows',
      update: 'referencing old table as old_rows new table as new_rows',
      delete: 'referencing old table as old_rows',
      truncate: '',
    };
    for (const [change, rows] of Object.entries(triggers)) {
      await runner.query(`
        create trigger ${table}_count_${change} after ${change} on ${table} ${rows}
        for each statement execute function count_${list}()`);
    }
    await runner.query(`
      insert into row_counts (list, facets, count) select '${list}', ${builtOf(facets)}, count(*) from ${table} group by 2`);
  }
}

/** Facets of a row, as SQL. */
const builtOf = (facets: string[]) =>
  `jsonb_build_object(${facets.map((column) => `'${column}', ${column}`).join(', ')})`;

/** Counts the rows of a list again. @param more later facets */
export async function recount(runner: QueryRunner, list: keyof typeof COUNTED, more: string[] = []): Promise<void> {
  const { table, facets } = COUNTED[list];
  await runner.query(`delete from row_counts where list = '${list}'`);
  await runner.query(`
    insert into row_counts (list, facets, count)
    select '${list}', ${builtOf([...facets, ...more])}, count(*) from ${table} group by 2`);
}

/**
 * @param condition of the rows that count, in SQL
 * @param more later facets
 */
export async function createCountFunction(
  runner: QueryRunner,
  list: keyof typeof COUNTED,
  condition = 'true',
  more: string[] = [],
): Promise<void> {
  const add = (changes: string) =>
    `perform add_row_count('${list}', facets, sum(change)::bigint) from (${changes}) changed group by facets having sum(change) <> 0;`;
  const counted = (rows: string, change: number) =>
    `select ${builtOf([...COUNTED[list].facets, ...more])} as facets, ${change} as change from ${rows} where ${condition}`;
  await runner.query(`
    create or replace function count_${list}() returns trigger language plpgsql as $$
    begin
      case tg_op
        when 'INSERT' then ${add(counted('new_rows', 1))}
        when 'UPDATE' then ${add(`${counted('new_rows', 1)} union all ${counted('old_rows', -1)}`)}
        when 'DELETE' then ${add(counted('old_rows', -1))}
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
