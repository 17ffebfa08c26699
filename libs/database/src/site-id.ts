import type { DataSource } from 'typeorm';

/**
 * What names this site among those that share a Redis with it: 16 hexadecimal digits. A copy of the database in the same
 * server has another one.
 */
export async function readSiteId(database: DataSource): Promise<string> {
  const [row] = await database.query<[{ id: string }]>(
    'select left(md5(site_id()::text || oid), 16) as id from pg_database where datname = current_database()',
  );
  return row.id;
}
