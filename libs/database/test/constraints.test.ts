import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@portfolio/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../src/index.ts';

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

type Row = Record<string, unknown>;
type Table = keyof typeof VALID;

/** A valid row of each table. */
const VALID = {
  users: { name: 'Elin', email: 'elin@example.com', password_hash: 'x' },
  photos: { title: 'Harbour', original_key: 'originals/1', original_bytes: 1, content_hash: 'x', width: 3, height: 2 },
  galleries: { title: 'Slack Water', slug: 'slack-water' },
  gallery_photos: { gallery_id: 1, photo_id: 1, position: 0 },
  comments: { photo_id: 1, author_name: 'Ruth', author_email: 'ruth@example.com', content: 'Lovely' },
  blocked_senders: { sender: 'example.com' },
  news_items: { headline: 'Open studio' },
  messages: { name: 'Ruth', email: 'ruth@example.com', subject: 'A print', content: 'How much?' },
  settings: { name: 'artist_name', value: 'Elin' },
  background_images: { original_key: 'backgrounds/1', original_bytes: 1, content_hash: 'x', width: 3, height: 2 },
} as const satisfies Record<string, Row>;

const insert = (table: Table, values: Row = {}) => {
  const row: Row = { ...VALID[table], ...values };
  const names = Object.keys(row);
  return dataSource.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
};
const count = async (table: Table) => Number((await dataSource.query(`select count(*) from ${table}`))[0].count);

beforeEach(() => dataSource.query(`truncate ${Object.keys(VALID).join(', ')} restart identity cascade`));
const insertPhotoAndGallery = async () => {
  await insert('photos');
  await insert('galleries');
};

it('accepts a valid row of each table', async () => {
  for (const table of Object.keys(VALID) as Table[]) await insert(table);

  for (const table of Object.keys(VALID) as Table[]) expect(await count(table)).toBe(1);
});

describe('the database rejects', () => {
  const long = (length: number) => 'x'.repeat(length);

  it.each<[table: Table, values: Row, constraint: string]>([
    ['photos', { status: 'lost' }, 'photos_status_known'],
    ['photos', { place: long(2_551) }, 'photos_place_length'],
    ['photos', { keywords: Array(101).fill('x') }, 'photos_keywords_bounded'],
    ['photos', { keywords: ['sea', null] }, 'photos_keywords_bounded'],
    ['photos', { keywords: [long(100_001)] }, 'photos_keywords_bounded'],
    ['photos', { file_facts: '[]' }, 'photos_file_facts_object'],
    ['photos', { file_facts: JSON.stringify({ lens: long(30_001) }) }, 'photos_file_facts_object'],
    ['photos', { visibility: 'secret' }, 'photos_visibility_known'],
    ['photos', { status: 'ready' }, 'photos_ready_has_renditions'],
    ['photos', { status: 'ready', version: 'a1', width: 0 }, 'photos_ready_has_renditions'],
    ['photos', { selling_price: -0.01 }, 'photos_price_not_negative'],
    ['photos', { selling_price: 100_000_000 }, 'numeric field overflow'],
    ['photos', { title: '' }, 'photos_text_lengths'],
    ['photos', { title: long(2551) }, 'photos_text_lengths'],
    ['photos', { description: long(50_001) }, 'photos_text_lengths'],
    ['photos', { alt_text: long(10_001) }, 'photos_text_lengths'],
    ['photos', { focus_x: -0.01 }, 'photos_focus_inside'],
    ['photos', { focus_y: 1.01 }, 'photos_focus_inside'],
    ['galleries', { opening: 'loud' }, 'galleries_opening_known'],
    ['galleries', { layout: 'pile' }, 'galleries_layout_known'],
    ['galleries', { slug: 'Slack-Water' }, 'galleries_slug_form'],
    ['galleries', { slug: 'slack water' }, 'galleries_slug_form'],
    ['galleries', { slug: 'slack\nwater' }, 'galleries_slug_form'],
    ['galleries', { slug: 'straße' }, 'galleries_slug_form'],
    ['galleries', { slug: '' }, 'galleries_slug_form'],
    ['galleries', { slug: long(256) }, 'galleries_text_lengths'],
    ['galleries', { title: '' }, 'galleries_text_lengths'],
    ['galleries', { description: long(50_001) }, 'galleries_text_lengths'],
    ['news_items', { publish_at: '2026-04-01', unpublish_at: '2026-04-01' }, 'news_items_schedule_order'],
    ['galleries', { publish_at: '2026-04-01', unpublish_at: '2026-04-01' }, 'galleries_schedule_order'],
    ['comments', { author_name: '' }, 'comments_text_lengths'],
    ['comments', { author_email: '' }, 'comments_text_lengths'],
    ['comments', { author_email: long(256) }, 'comments_text_lengths'],
    ['comments', { content: '' }, 'comments_text_lengths'],
    ['comments', { reply: 'Thanks' }, 'comments_reply_whole'],
    ['blocked_senders', { sender: 'Example.com' }, 'blocked_senders_sender_lower'],
    ['comments', { content: long(10_001) }, 'comments_text_lengths'],
    ['news_items', { headline: long(2551) }, 'news_items_text_lengths'],
    ['news_items', { content: long(50_001) }, 'news_items_text_lengths'],
    ['news_items', { link: long(20_001) }, 'news_items_text_lengths'],
    ['messages', { mail_status: 'lost' }, 'messages_mail_status_known'],
    ['messages', { name: '' }, 'messages_text_lengths'],
    ['messages', { email: '' }, 'messages_text_lengths'],
    ['messages', { subject: long(2551) }, 'messages_text_lengths'],
    ['messages', { content: long(50_001) }, 'messages_text_lengths'],
    ['settings', { value: long(10_001) }, 'settings_value_length'],
    ['background_images', { status: 'lost' }, 'background_images_status_known'],
    ['background_images', { status: 'ready' }, 'background_images_ready_has_renditions'],
    ['users', { name: '' }, 'users_text_lengths'],
    ['users', { email: long(256) }, 'users_text_lengths'],
  ])('a row of %s with %j', async (table, values, constraint) => {
    if (table !== 'photos') await insert('photos');
    await expect(insert(table, values)).rejects.toThrow(constraint);
  });

  it.each<[table: Table, missing: string]>([
    ['photos', 'title'],
    ['photos', 'original_key'],
    ['galleries', 'title'],
    ['galleries', 'slug'],
    ['comments', 'photo_id'],
    ['comments', 'content'],
    ['messages', 'content'],
    ['users', 'password_hash'],
    ['settings', 'value'],
  ])('a row of %s without %s', async (table, missing) => {
    if (table !== 'photos') await insert('photos');
    await expect(insert(table, { [missing]: null })).rejects.toThrow(`null value in column "${missing}"`);
  });

  it.each<[table: Table, values: Row, constraint: string]>([
    ['users', { email: 'ELIN@Example.com' }, 'users_email_unique'],
    ['photos', {}, 'photos_original_key_unique'],
    ['galleries', {}, 'galleries_slug_unique'],
    ['gallery_photos', { position: 1 }, 'gallery_photos_pkey'],
    ['gallery_photos', { photo_id: 2 }, 'gallery_photos_position_unique'],
    ['settings', { value: 'Somebody else' }, 'settings_pkey'],
    ['background_images', {}, 'background_images_original_key_unique'],
  ])('a second row of %s with %j', async (table, values, constraint) => {
    if (table === 'gallery_photos') {
      await insertPhotoAndGallery();
      await insert('photos', { original_key: 'originals/2' });
    }
    await insert(table);

    await expect(insert(table, values)).rejects.toThrow(constraint);
  });

  it.each<[table: Table, values: Row, constraint: string]>([
    ['gallery_photos', { gallery_id: 99 }, 'gallery_photos_gallery_fkey'],
    ['gallery_photos', { photo_id: 99 }, 'gallery_photos_photo_fkey'],
    ['comments', { photo_id: 99 }, 'comments_photo_fkey'],
    ['messages', { photo_id: 99 }, 'messages_photo_fkey'],
  ])('a row of %s with the dangling key %j', async (table, values, constraint) => {
    await insertPhotoAndGallery();

    await expect(insert(table, values)).rejects.toThrow(constraint);
  });
});

describe('cascading deletion', () => {
  beforeEach(async () => {
    await insertPhotoAndGallery();
    await insert('gallery_photos');
    await insert('comments');
    await insert('messages', { photo_id: 1 });
  });

  it('deletes memberships and comments of a photo, and no messages', async () => {
    await dataSource.query('delete from photos');

    expect(await count('gallery_photos')).toBe(0);
    expect(await count('comments')).toBe(0);
    expect(await dataSource.query('select photo_id from messages')).toEqual([{ photo_id: null }]);
    expect(await count('galleries')).toBe(1);
  });

  it('deletes memberships of a gallery, and no photos', async () => {
    await dataSource.query('delete from galleries');

    expect(await count('gallery_photos')).toBe(0);
    expect(await count('photos')).toBe(1);
    expect(await count('comments')).toBe(1);
  });
});
