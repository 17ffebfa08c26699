import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@portfolio/testing';
import type { DataSource } from 'typeorm';
import { createDataSource, readContentVersion } from '../src/index.ts';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url }).initialize();
  await dataSource.query(`
    create sequence versions;
    create function count_version() returns trigger language plpgsql as $$
    begin perform nextval('versions'); return null; end $$;
    create trigger count_versions after insert or update on content_stamp for each row execute function count_version()`);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const countVersions = async () =>
  Number((await dataSource.query<{ last_value: string }[]>('select last_value from versions'))[0]!.last_value);

const comment = (isApproved: boolean, photo = 1) =>
  `insert into comments (photo_id, author_name, author_email, content, is_approved) values (${photo}, 'Ruth', 'r@example.com', 'Lovely', ${isApproved})`;
const picture = (table: 'photos' | 'background_images', key: string, status: 'ready' | 'processing' | 'failed') =>
  table === 'photos'
    ? `insert into photos (title, original_key, original_bytes, content_hash, width, height, status, version)
       values ('Harbour', '${key}', 1, 'x', 3, 2, '${status}', 'a1')`
    : `insert into background_images (original_key, original_bytes, content_hash, width, height, status, version)
       values ('${key}', 1, 'x', 3, 2, '${status}', 'a1')`;
const membership = (gallery: number, photo: number, position = photo) =>
  `insert into gallery_photos (gallery_id, photo_id, position) values (${gallery}, ${photo}, ${position})`;

/** Photo 1 is public, photo 2 only in the inactive gallery 2, photo 3 processing; gallery 1 is active. */
beforeEach(async () => {
  await dataSource.query(
    'truncate photos, galleries, news_items, settings, background_images restart identity cascade',
  );
  await dataSource.query(picture('photos', '1', 'ready'));
  await dataSource.query(picture('photos', '2', 'ready'));
  await dataSource.query(picture('photos', '3', 'processing'));
  await dataSource.query(`insert into galleries (title, slug) values ('Coast', 'coast')`);
  await dataSource.query(`insert into galleries (title, slug, is_active) values ('Draft', 'draft', false)`);
  await dataSource.query(membership(2, 2));
  await dataSource.query(`insert into news_items (headline, is_active) values ('Soon', false)`);
});

/** Counts the changes of the version by one transaction with these statements. */
async function changes(...statements: string[]): Promise<number> {
  const before = await countVersions();
  await dataSource.transaction(async (transaction) => {
    for (const statement of statements) await transaction.query(statement);
  });
  return (await countVersions()) - before;
}

describe('content version', () => {
  it.each([
    [`insert into settings (name, value) values ('site_title', 'Tide')`, `update settings set value = 'Ebb'`],
    [`insert into news_items (headline) values ('Open')`, `update news_items set is_active = false where id = 2`],
    [membership(1, 1), `update gallery_photos set position = 9 where gallery_id = 1`],
    [membership(1, 1), `update gallery_photos set is_cover = true where gallery_id = 1`],
    [picture('background_images', 'b', 'ready'), `update background_images set placeholder = 'x'`],
    [comment(true), `update comments set content = 'Lovelier'`],
    [comment(true), `update comments set reply = 'Thanks', replied_at = now()`],
    [comment(true), `update comments set is_approved = false`],
    [`insert into galleries (title, slug) values ('Hills', 'hills')`, `update galleries set is_active = false`],
    [`insert into galleries (title, slug) values ('Hills', 'hills')`, `update galleries set title = 'Fells'`],
    [`insert into galleries (title, slug) values ('Hills', 'hills')`, `update galleries set position = 9`],
    [`insert into galleries (title, slug) values ('Hills', 'hills')`, `update galleries set layout = 'wall'`],
    [picture('photos', '4', 'ready'), `update photos set title = 'Pier' where id = 4`],
    [picture('photos', '4', 'ready'), `update photos set captured_at = '2026-03-01T17:20:11.000' where id = 4`],
    [picture('photos', '4', 'ready'), `update photos set place = 'Bergen', file_facts = '{"iso": 100}' where id = 4`],
    [picture('photos', '4', 'ready'), `update photos set keywords = '{sea}' where id = 4`],
    [picture('photos', '4', 'ready'), `update photos set visibility = 'hidden' where id = 4`],
  ])('changes once with %s, with %s, and with the deletion of the row', async (insert, update) => {
    const table = /into (\w+)/.exec(insert)![1]!;

    expect(await changes(insert)).toBe(1);
    expect(await changes(update)).toBe(1);
    if (!update.includes('false')) expect(await changes(`delete from ${table}`)).toBe(1);
    expect(await changes(`truncate ${table} cascade`)).toBe(1);
  });

  it('changes once with a photo that is deleted with its membership and comments', async () => {
    await dataSource.query(membership(1, 1));
    await dataSource.query(comment(true));

    expect(await changes('delete from photos where id = 1')).toBe(1);
  });

  it('changes once from the upload of a photo until it is ready, with any number of renders', async () => {
    const before = await countVersions();
    await changes(picture('photos', '4', 'processing'), membership(1, 4));
    for (const [count, failure] of [1, 2, 3].entries()) {
      await changes(`update photos set unfinished_renders = ${count + 1}, failure = '${failure}', updated_at = now()`);
      await changes(`update photos set placeholder = 'x', renditions = '[{"width": ${count}}]' where id = 4`);
    }
    await changes(`update photos set status = 'ready', unfinished_renders = 0, updated_at = now() where id = 4`);

    expect((await countVersions()) - before).toBe(1);
  });

  it('does not change with an upload into an inactive gallery', async () => {
    expect(await changes(picture('photos', '4', 'processing'), membership(2, 4))).toBe(0);
    expect(await changes(`update photos set status = 'ready' where id = 4`)).toBe(0);
  });

  it.each([
    ['a pending comment', comment(false), `update comments set content = 'Hm'`, 'delete from comments'],
    ['a comment on a hidden photo', comment(true, 2), `update comments set is_approved = false where photo_id = 2`],
    ['an update to the same value', `update photos set title = title`],
    [
      'columns of the worker',
      `update photos set unfinished_renders = 1, unfinished_version = 'b2', updated_at = now()`,
    ],
    ['columns of the file', `update photos set is_exif_read = true, from_file = '{title}'`],
    ['an account', `insert into users (name, email, password_hash) values ('E', 'e@example.com', 'x')`],
    ['inactive news', `update news_items set headline = 'Later'`, 'delete from news_items'],
    ['a processing photo', `update photos set title = 'Quay' where id = 3`, membership(1, 3), membership(2, 3)],
    ['a failed photo', `update photos set status = 'failed' where id = 3`, 'delete from photos where id = 3'],
    ['a photo in an inactive gallery', `update photos set title = 'Quay' where id = 2`],
    ['an inactive gallery', `update galleries set title = 'Sketch' where id = 2`],
    ['a processing background', picture('background_images', 'b', 'processing'), 'delete from background_images'],
  ])('does not change with %s', async (_, ...statements) => {
    expect(await changes(...statements)).toBe(0);
  });

  it.each([
    ['public', 1],
    ['unlisted', 1],
    ['private', 0],
    ['hidden', 0],
  ])('of a photo in a gallery that is %s changes %d times', async (visibility, times) => {
    await dataSource.query(`update galleries set visibility = '${visibility}', password_hash = 'x' where id = 2`);

    expect(await changes(`update photos set title = 'Quay' where id = 2`)).toBe(times);
  });

  it.each([
    ['it joins an active gallery', membership(1, 2)],
    ['its gallery becomes active', `update galleries set is_active = true where id = 2`],
    ['it leaves its gallery', 'delete from gallery_photos where photo_id = 2'],
    ['its gallery is deleted', 'delete from galleries where id = 2'],
  ])('changes when a hidden photo becomes visible because %s', async (_, statement) => {
    expect(await changes(statement)).toBe(1);
  });

  it('changes when a photo moves from an active gallery to an inactive one', async () => {
    await dataSource.query(membership(1, 1));

    expect(await changes('delete from gallery_photos where photo_id = 1', membership(2, 1))).toBe(1);
  });

  it('changes with a hidden photo that a concurrent transaction is publishing', async () => {
    const other = dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query(`update galleries set is_active = true where id = 2`);

    // Not the title: it would wait for the listing, which the other transaction has changed.
    expect(await changes(`update photos set description = 'Pier' where id = 2`)).toBe(1);
    await other.commitTransaction();
    await other.release();
  });

  it.each([
    ['activates its gallery', `update galleries set is_active = true where id = 2`],
    ['adds it to an active one', membership(1, 2)],
    ['removes it from its gallery', 'delete from gallery_photos where photo_id = 2'],
  ])('locks a hidden photo, so that no transaction %s before the commit', async (_, publish) => {
    const [hidden, other] = [dataSource.createQueryRunner(), dataSource.createQueryRunner()];
    await hidden.startTransaction();
    await hidden.query(`update photos set title = 'Pier' where id = 2`);
    // The first step of a commit.
    await hidden.query('set constraints all immediate');
    await other.startTransaction();
    await other.query(`set local lock_timeout = '20ms'`);

    await expect(other.query(publish)).rejects.toThrow('lock timeout');
    await other.rollbackTransaction();
    await hidden.commitTransaction();
    await Promise.all([hidden.release(), other.release()]);
  });

  it('changes at the commit, not before, and not with a rollback', async () => {
    const before = await readContentVersion(dataSource);
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`update photos set title = 'Pier'`);
    const open = await readContentVersion(dataSource);
    await runner.rollbackTransaction();
    await runner.startTransaction();
    await runner.query(`update photos set title = 'Mole'`);
    await runner.commitTransaction();
    await runner.release();

    expect(open).toBe(before);
    expect(await readContentVersion(dataSource)).not.toBe(before);
  });

  it('does not block concurrent transactions on different rows', async () => {
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

  it('is undefined after a crash, until the next change', async () => {
    await dataSource.query('truncate content_stamp');

    expect(await readContentVersion(dataSource)).toBeUndefined();
    await dataSource.query(`update photos set title = 'Pier'`);
    expect(await readContentVersion(dataSource)).toMatch(/^[0-9a-f-]{36}$/);
  });
});
