import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { PruneViews } from '../src/housekeeping/prune-views.ts';
import { createBackend, type Backend } from './backend.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

it('deletes the salts and hashes of other days, and numbers after 25 months', async () => {
  const database = backend.app.get(DataSource);
  await database.query(`insert into settings (name, value) values ('time_zone', 'Pacific/Kiritimati')`);
  // The day of the site began before that of UTC.
  const today = `(now() at time zone 'Pacific/Kiritimati')::date`;
  const days = `(values (${today}), (${today} - 1), (${today} - 740), (${today} - 800)) as days (day)`;
  await database.query(`insert into visitor_salts (day) select day from ${days}`);
  await database.query(`insert into visitor_hashes (day, hash) select day, 'x' from ${days}`);
  await database.query(`insert into visitor_counts (day, visitors) select day, 1 from ${days}`);
  await database.query(`insert into page_views (day, page, views) select day, '/', 1 from ${days}`);
  await database.query(`insert into referrer_views (day, domain, views) select day, 'example.org', 1 from ${days}`);

  await backend.app.get(PruneViews).run();

  const ages = (table: string) =>
    database
      .query<{ age: number }[]>(`select ${today} - day as age from ${table} order by 1`)
      .then((rows) => rows.map(({ age }) => age));
  for (const table of ['visitor_salts', 'visitor_hashes']) expect(await ages(table)).toEqual([0]);
  for (const table of ['page_views', 'referrer_views', 'visitor_counts'])
    expect(await ages(table)).toEqual([0, 1, 740]);
});
