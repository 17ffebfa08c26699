import type { DataSource } from 'typeorm';

/**
 * Reads every row of a database.
 *
 * @returns a function that restores these rows in one transaction
 */
export async function takeSnapshot(database: DataSource): Promise<() => Promise<void>> {
  const tables = await database.query<{ name: string }[]>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const rowsOf = async (table: string) => {
    const [row] = await database.query<{ rows: object[] | null }[]>(`select jsonb_agg(t) as rows from ${table} t`);
    return row?.rows ?? [];
  };
  const snapshot = new Map<string, object[]>();
  for (const { name } of tables) snapshot.set(name, await rowsOf(name));

  return () =>
    database.transaction(async (transaction) => {
      // Disables foreign keys and triggers.
      await transaction.query(`set local session_replication_role = 'replica'`);
      for (const [table, rows] of snapshot) {
        await transaction.query(`delete from ${table}`);
        if (rows.length === 0) continue;
        await transaction.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
          JSON.stringify(rows),
        ]);
      }
      await transaction.query('update content_stamp set mark = gen_random_uuid()');
    });
}
