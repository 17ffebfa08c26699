import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addChangeTriggers, countChanges } from '../row-count-triggers.ts';

/** Tables of pictures. */
const TABLES = ['photos', 'background_images'];

/** Sizes of the files of pictures, by their kind. @param rows a table of pictures, or changed rows of one */
const sizes = (rows: string, sign: 1 | -1 = 1) => `
  select jsonb_build_object('kind', kind) as facets, ${sign} * bytes as change
  from ${rows} picture, lateral (values
    ('original', original_bytes::bigint),
    ('rendition', (select sum((rendition->>'bytes')::bigint) from jsonb_array_elements(renditions) rendition))
  ) files(kind, bytes)`;

/** Changed rows whose files changed. */
const resized = (rows: string) => `(
  select ${rows}.* from ${rows} join old_rows before using (id) join new_rows after using (id)
  where (before.original_bytes, before.renditions) is distinct from (after.original_bytes, after.renditions))`;

/** Adds the sums of bytes in storage (record 61). */
export class StoredBytes1763813000000 implements MigrationInterface {
  name = 'StoredBytes1763813000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      const list = `bytes of ${table}`;
      await countChanges(runner, `count_bytes_of_${table}`, list, {
        added: sizes('new_rows'),
        changed: `${sizes(resized('new_rows'))} union all ${sizes(resized('old_rows'), -1)}`,
        removed: sizes('old_rows', -1),
      });
      await addChangeTriggers(runner, table, 'count_bytes', `count_bytes_of_${table}`);
      await runner.query(
        `insert into row_counts (list, facets, count)
         select '${list}', facets, sum(change)::bigint from (${sizes(table)}) files group by 2 having sum(change) <> 0`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`drop function count_bytes_of_${table}() cascade`);
    await runner.query(`delete from row_counts where list like 'bytes of %'`);
  }
}
