import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@portfolio/testing';
import { DataSource } from 'typeorm';
import { createDataSource, databaseOptions, migrate, NewerDatabaseError } from '../src/index.ts';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('the migrations', () => {
  it('make the schema that the entities describe, with nothing left to generate', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();

    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can be taken back and run again, by several processes at once', async () => {
    while (await dataSource.query(`select 1 from migrations limit 1`).then((rows: unknown[]) => rows.length > 0)) {
      await dataSource.undoLastMigration();
    }
    const others = await Promise.all(
      [1, 2, 3].map(() => new DataSource(databaseOptions({ url: database.url })).initialize()),
    );
    try {
      const done = await Promise.all(others.map((other) => migrate(other)));

      expect(done.flat().sort()).toEqual(dataSource.migrations.map(({ name }) => name).sort());
    } finally {
      await Promise.all(others.map((other) => other.destroy()));
    }
  });

  it('leave a database alone that a newer version wrote', async () => {
    await dataSource.query(`insert into migrations (timestamp, name) values (9999999999999, 'FromTheFuture')`);

    await expect(migrate(dataSource)).rejects.toThrow(NewerDatabaseError);
  });
});

describe('the database itself refuses', () => {
  const photo = (values: string) =>
    dataSource.query(
      `insert into photos (title, original_key, original_bytes, content_hash, width, height ${values ? ', ' : ''}${values.split('=')[0] ?? ''})
       values ('x', gen_random_uuid()::text, 1, 'x', 1, 1 ${values ? ', ' : ''}${values.split('=')[1] ?? ''})`,
    );

  it('a ready photo without renditions, an unknown status and a negative price', async () => {
    await photo('');
    await expect(photo(`status='ready'`)).rejects.toThrow('photos_ready_has_renditions');
    await expect(photo(`status='lost'`)).rejects.toThrow('photos_status_known');
    await expect(photo('selling_price=-1')).rejects.toThrow('photos_price_not_negative');
  });

  it('two galleries at one address, and an address that is none', async () => {
    const gallery = (slug: string) =>
      dataSource.query('insert into galleries (title, slug) values ($1, $2)', ['x', slug]);
    await gallery('tide');

    await expect(gallery('tide')).rejects.toThrow('galleries_slug_unique');
    await expect(gallery('Tide')).rejects.toThrow('galleries_slug_form');
  });

  it('two administrators with one address, whatever its case', async () => {
    const user = (email: string) =>
      dataSource.query(`insert into users (name, email, password_hash) values ('x', $1, 'x')`, [email]);
    await user('artist@example.com');

    await expect(user('Artist@Example.com')).rejects.toThrow('users_email_unique');
  });
});
