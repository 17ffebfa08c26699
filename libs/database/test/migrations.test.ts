import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGallery, createTestDatabase, type TestDatabase } from '@portfolio/testing';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { createDataSource, databaseOptions, migrate, MIGRATIONS, NewerDatabaseError } from '../src/index.ts';

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

describe('migrations', () => {
  it('create the schema of the entities, with nothing left to generate', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();

    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('roll back, and run again from several concurrent processes', async () => {
    const later = new Date(Date.now() + 60_000);
    await createGallery(dataSource, { publishAt: later });
    await dataSource.query(`insert into news_items (headline, publish_at) values ('Open studio', $1)`, [later]);
    const undoTo = async (name: string) => {
      const latest = 'select name from migrations order by timestamp desc limit 1';
      while (!(await dataSource.query<[{ name: string }]>(latest))[0].name.startsWith(name)) {
        await dataSource.undoLastMigration();
      }
    };
    // The rollback deactivates scheduled items: earlier versions ignore schedules.
    await undoTo('GallerySchedules');
    expect(await dataSource.query('select is_active from news_items')).toEqual([{ is_active: false }]);
    await undoTo('GalleryVisibility');
    expect(await dataSource.query('select is_active from galleries')).toEqual([{ is_active: false }]);
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

  it('unset invented default texts, and leave texts of the artist', async () => {
    const migration = MIGRATIONS.find(({ name }) => name.startsWith('NoInventedTexts'))!;
    const runner = dataSource.createQueryRunner();
    await runner.query(
      `insert into settings (name, value) values
         ('contact_email', 'hello@example.com'), ('contact_phone', '+1 555 0100, ask for Ruth'),
         ('imprint', E'12 Harbour Street\\r\\nNorthport '), ('contact_address', '1 Quay'),
         ('about_story', 'I am Ruth.'), ('copyright_line', '12 Harbour Street, Northport'), ('contact_intro', '')`,
    );

    await new migration().up(runner);

    await runner.release();
    const rows = await dataSource.query<{ name: string }[]>('select name from settings order by name');
    await dataSource.query('truncate settings');
    expect(rows.map(({ name }) => name)).toEqual([
      'about_story',
      'contact_address',
      'contact_intro',
      'contact_phone',
      'copyright_line',
    ]);
  });

  it('rebuild the indexes of the natural order after an update of ICU', async () => {
    const files = () =>
      dataSource.query(
        `select relname, relfilenode from pg_class where relname in ('photo_listings_title', 'photo_listings_file_name')`,
      );
    const before = await files();
    await migrate(dataSource);
    const unchanged = await files();
    await dataSource.query(`update pg_collation set collversion = 'older' where collname = 'natural_order'`);

    await migrate(dataSource);

    expect(unchanged).toEqual(before);
    const after = await files();
    expect(after).toHaveLength(2);
    for (const file of after) expect(before).not.toContainEqual(file);
    const [{ version }] = await dataSource.query<[{ version: boolean }]>(
      `select collversion = pg_collation_actual_version(oid) as version from pg_collation where collname = 'natural_order'`,
    );
    expect(version).toBe(true);
  });

  it('ignore the timeouts of the data source, also while waiting for the lock', async () => {
    class Slow1900000000000 implements MigrationInterface {
      name = 'Slow1900000000000';
      up = (runner: QueryRunner) => runner.query('select pg_sleep(0.2)');
      down = () => Promise.resolve();
    }
    const options = databaseOptions({ url: database.url });
    const extra = { ...options.extra, statement_timeout: 50, query_timeout: 100 };
    const limited = { ...options, extra, migrations: [...MIGRATIONS, Slow1900000000000] };
    try {
      const done = await Promise.all([1, 2, 3].map(() => migrate(new DataSource(limited))));

      expect(done.flat()).toEqual(['Slow1900000000000']);
    } finally {
      await dataSource.query(`delete from migrations where name = 'Slow1900000000000'`);
    }
  });

  it('reject the database of a newer version', async () => {
    await dataSource.query(`insert into migrations (timestamp, name) values (9999999999999, 'FromTheFuture')`);

    await expect(migrate(dataSource)).rejects.toThrow(NewerDatabaseError);
  });
});
