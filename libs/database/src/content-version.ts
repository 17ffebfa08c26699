import type { DataSource } from 'typeorm';

/**
 * The mark of what visitors can see. Two readings that are the same say that no transaction between them has changed any of
 * it; the database sets another mark in each transaction that does.
 *
 * @returns undefined where nothing is known, as after a crash of the database until the next change
 */
export async function readContentVersion(database: DataSource): Promise<string | undefined> {
  const [row] = await database.query<{ mark: string }[]>('select mark from content_stamp');
  return row?.mark;
}
