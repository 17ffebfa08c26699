import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@portfolio/testing';
import type { DataSource } from 'typeorm';
import { createDataSource, readContentStamp } from '../src/index.ts';

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

const comment = (isApproved: boolean) =>
  `insert into comments (photo_id, author_name, author_email, content, is_approved) values (1, 'Ruth', 'r@example.com', 'Lovely', ${isApproved})`;

beforeEach(async () => {
  await dataSource.query(
    'truncate photos, galleries, news_items, settings, background_images restart identity cascade',
  );
  await dataSource.query(
    `insert into photos (title, original_key, original_bytes, content_hash, width, height) values ('Harbour', '1', 1, 'x', 3, 2)`,
  );
  await dataSource.query(`insert into galleries (title, slug) values ('Coast', 'coast')`);
});

/** Whether visitors' answers are taken for other ones after the statements, which run in one transaction. */
async function isAnother(...statements: string[]): Promise<boolean> {
  const before = await readContentStamp(dataSource);
  await dataSource.transaction(async (transaction) => {
    for (const statement of statements) await transaction.query(statement);
  });
  return (await readContentStamp(dataSource)) !== before;
}

describe('the mark of the content', () => {
  it.each([
    [`insert into settings (name, value) values ('site_title', 'Tide')`, `update settings set value = 'Ebb'`],
    [`insert into news_items (headline) values ('Open')`, `update news_items set is_active = false`],
    [
      `insert into gallery_photos (gallery_id, photo_id, position) values (1, 1, 0)`,
      `update gallery_photos set position = 1`,
    ],
    [
      `insert into background_images (original_key, original_bytes, content_hash, width, height) values ('b', 1, 'x', 3, 2)`,
      `update background_images set placeholder = 'x'`,
    ],
    [comment(true), `update comments set content = 'Lovelier'`],
    [comment(true), `update comments set is_approved = false`],
    [`insert into galleries (title, slug) values ('Hills', 'hills')`, `update galleries set is_active = false`],
    [
      `insert into photos (title, original_key, original_bytes, content_hash, width, height) values ('Quay', '2', 1, 'x', 3, 2)`,
      `update photos set title = 'Pier'`,
    ],
  ])('is another one after %s, after %s, and after the row has gone', async (insert, update) => {
    const table = /into (\w+)/.exec(insert)![1]!;

    expect(await isAnother(insert)).toBe(true);
    expect(await isAnother(update)).toBe(true);
    if (table !== 'comments' || !update.includes('is_approved')) {
      expect(await isAnother(`delete from ${table}`)).toBe(true);
    }
    expect(await isAnother(`truncate ${table} cascade`)).toBe(true);
  });

  it('is another one when a photo takes its place and its comments with it', async () => {
    await dataSource.query(`insert into gallery_photos (gallery_id, photo_id, position) values (1, 1, 0)`);
    await dataSource.query(comment(true));

    expect(await isAnother('delete from photos')).toBe(true);
  });

  it('stays for what no visitor sees: a comment that waits, and what is written as it was', async () => {
    expect(await isAnother(comment(false))).toBe(false);
    expect(await isAnother(`update comments set content = 'Hm'`)).toBe(false);
    expect(await isAnother('delete from comments')).toBe(false);
    expect(await isAnother(`update photos set title = title`)).toBe(false);
    expect(await isAnother(`insert into users (name, email, password_hash) values ('E', 'e@example.com', 'x')`)).toBe(
      false,
    );
  });

  it('changes with the commit: not before, and not with a change that is taken back', async () => {
    const before = await readContentStamp(dataSource);
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`update photos set title = 'Pier'`);
    const open = await readContentStamp(dataSource);
    await runner.rollbackTransaction();
    await runner.startTransaction();
    await runner.query(`update photos set title = 'Mole'`);
    await runner.commitTransaction();
    await runner.release();

    expect(open).toBe(before);
    expect(await readContentStamp(dataSource)).not.toBe(before);
  });

  it('lets transactions that change different things run side by side, until they commit', async () => {
    const [one, other] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
    await one.startTransaction();
    await other.startTransaction();
    await one.query(`update photos set title = 'Pier'`);
    await other.query(`update galleries set title = 'Hills'`);
    await other.commitTransaction();
    await one.commitTransaction();
    await Promise.all([one.release(), other.release()]);

    const [{ title }] = await dataSource.query('select title from galleries');
    expect(title).toBe('Hills');
  });

  it('is unknown after a crash, until the next change', async () => {
    await dataSource.query('truncate content_stamp');

    expect(await readContentStamp(dataSource)).toBeUndefined();
    await dataSource.query(`update photos set title = 'Pier'`);
    expect(await readContentStamp(dataSource)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
