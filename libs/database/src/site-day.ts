import type { DataSource, EntityManager } from 'typeorm';

/** Reads the day of a moment in the site's time zone, such as `2026-03-14`. */
export async function readSiteDay(database: DataSource | EntityManager, at = new Date()): Promise<string> {
  const [zone] = await database.query<{ value: string }[]>(`select value from settings where name = 'time_zone'`);
  // The Swedish format is ISO 8601.
  return new Intl.DateTimeFormat('sv', { timeZone: zone?.value || 'UTC' }).format(at);
}
