import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../src/index.ts';

const made: TestDatabase[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((database) => database.drop()));
});

async function create(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  made.push(database);
  return database;
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('gives a database with the schema and no content', async () => {
  const { url } = await create();

  expect(await query(url, 'select count(*)::int as photos from photos')).toEqual([{ photos: 0 }]);
});

it('gives concurrent callers different databases', async () => {
  const databases = await Promise.all([create(), create(), create()]);

  expect(new Set(databases.map(({ url }) => url)).size).toBe(3);
  await query(databases[0].url, 'create table mine (id int)');
  await expect(query(databases[1].url, 'select * from mine')).rejects.toThrow('does not exist');
});

it('drops a database that still has a connection', async () => {
  const database = await create();
  const client = new pg.Client(database.url);
  client.on('error', () => undefined);
  await client.connect();

  await database.drop();

  await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist');
});
