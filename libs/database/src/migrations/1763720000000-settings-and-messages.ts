import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Maximum lengths in code points: `CODE_POINTS_PER_CHARACTER` for each character that the contract allows. */
const TEXT_LENGTHS = {
  users: 'char_length(name) between 1 and 2550 and char_length(email) between 1 and 255',
  photos:
    'char_length(title) between 1 and 2550 and char_length(description) <= 50000 and char_length(alt_text) <= 10000',
  galleries: 'char_length(title) between 1 and 2550 and char_length(slug) <= 255 and char_length(description) <= 50000',
  comments:
    'char_length(author_name) between 1 and 2550 and char_length(author_email) between 1 and 255 and char_length(content) between 1 and 10000',
  news_items: 'char_length(headline) <= 2550 and char_length(content) <= 50000 and char_length(link) <= 20000',
};

const INDEXES = {
  photos_not_ready: `photos (status, id) where status <> 'ready'`,
  photos_for_sale: 'photos (id) where is_for_sale',
  comments_all_approved: 'comments (id) where is_approved',
  comments_pending: 'comments (id) where not is_approved',
  news_items_public: 'news_items (id) where is_active',
};

/** Adds settings, background images, messages, rate limits, text lengths, and an index for each list. */
export class SettingsAndMessages1763720000000 implements MigrationInterface {
  // Name in the `migrations` table of running sites.
  name = 'WholeApi1763720000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table settings (
        name text constraint settings_pkey primary key,
        value text not null,
        constraint settings_value_length check (char_length(value) <= 10000)
      )`);

    await runner.query(`
      create table background_images (
        id serial constraint background_images_pkey primary key,
        status text not null default 'processing',
        failure text,
        unfinished_renders integer not null default 0,
        original_key text not null,
        original_bytes integer not null,
        content_hash text not null,
        width integer not null,
        height integer not null,
        placeholder text,
        version text,
        renditions jsonb not null default '[]',
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint background_images_status_known check (status in ('processing', 'ready', 'failed')),
        constraint background_images_ready_has_renditions
          check (status <> 'ready' or (version is not null and width > 0 and height > 0))
      )`);
    await runner.query('create unique index background_images_original_key_unique on background_images (original_key)');

    await runner.query(`
      create table messages (
        id serial constraint messages_pkey primary key,
        name text not null,
        email text not null,
        subject text not null,
        content text not null,
        photo_id integer,
        is_read boolean not null default false,
        mail_status text not null default 'waiting',
        mail_failure text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint messages_photo_fkey foreign key (photo_id) references photos (id) on delete set null,
        constraint messages_mail_status_known check (mail_status in ('waiting', 'sent', 'failed', 'off')),
        constraint messages_text_lengths check (char_length(name) between 1 and 2550 and char_length(email) between 1 and 255 and char_length(subject) between 1 and 2550 and char_length(content) between 1 and 50000)
      )`);
    await runner.query('create index messages_photo on messages (photo_id)');
    await runner.query('create index messages_unread on messages (id) where not is_read');
    await runner.query(`create index messages_unmailed on messages (updated_at) where mail_status = 'waiting'`);

    // The columns of rate-limiter-flexible. Unlogged, because a crash may reset counters.
    await runner.query(`
      create unlogged table rate_limits (
        key varchar(255) constraint rate_limits_pkey primary key,
        points integer not null default 0,
        expire bigint
      )`);

    for (const [table, lengths] of Object.entries(TEXT_LENGTHS)) {
      await runner.query(`alter table ${table} add constraint ${table}_text_lengths check (${lengths})`);
    }
    for (const [name, index] of Object.entries(INDEXES)) await runner.query(`create index ${name} on ${index}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
    for (const table of Object.keys(TEXT_LENGTHS)) {
      await runner.query(`alter table ${table} drop constraint ${table}_text_lengths`);
    }
    for (const table of ['rate_limits', 'messages', 'background_images', 'settings']) {
      await runner.query(`drop table ${table}`);
    }
  }
}
