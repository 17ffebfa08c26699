import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates users, photos, galleries, comments and news. */
export class InitialSchema1763700000000 implements MigrationInterface {
  name = 'FirstLight1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id serial constraint users_pkey primary key,
        name text not null,
        email text not null,
        password_hash text not null,
        token_version integer not null default 0,
        created_at timestamptz not null default now()
      )`);
    await runner.query('create unique index users_email_unique on users (lower(email))');

    await runner.query(`
      create table photos (
        id serial constraint photos_pkey primary key,
        title text not null,
        description text,
        alt_text text,
        is_for_sale boolean not null default false,
        selling_price numeric(10,2),
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
        constraint photos_status_known check (status in ('processing', 'ready', 'failed')),
        constraint photos_price_not_negative check (selling_price >= 0),
        constraint photos_ready_has_renditions check (status <> 'ready' or (version is not null and width > 0 and height > 0))
      )`);
    await runner.query('create unique index photos_original_key_unique on photos (original_key)');
    await runner.query('create index photos_content_hash on photos (content_hash)');
    await runner.query(`create index photos_unfinished on photos (updated_at) where status = 'processing'`);

    await runner.query(`
      create table galleries (
        id serial constraint galleries_pkey primary key,
        title text not null,
        slug text not null,
        description text,
        is_active boolean not null default true,
        created_at timestamptz not null default now(),
        constraint galleries_slug_form check (slug ~ '^[a-z0-9-]+$')
      )`);
    await runner.query('create unique index galleries_slug_unique on galleries (slug)');

    await runner.query(`
      create table gallery_photos (
        gallery_id integer not null,
        photo_id integer not null,
        position integer not null,
        constraint gallery_photos_pkey primary key (gallery_id, photo_id),
        constraint gallery_photos_gallery_fkey foreign key (gallery_id) references galleries (id) on delete cascade,
        constraint gallery_photos_photo_fkey foreign key (photo_id) references photos (id) on delete cascade
      )`);
    await runner.query('create unique index gallery_photos_position_unique on gallery_photos (gallery_id, position)');
    await runner.query('create index gallery_photos_photo on gallery_photos (photo_id)');

    await runner.query(`
      create table comments (
        id serial constraint comments_pkey primary key,
        photo_id integer not null,
        author_name text not null,
        author_email text not null,
        content text not null,
        is_approved boolean not null default false,
        created_at timestamptz not null default now(),
        constraint comments_photo_fkey foreign key (photo_id) references photos (id) on delete cascade
      )`);
    await runner.query('create index comments_photo on comments (photo_id)');
    await runner.query('create index comments_approved on comments (photo_id, id) where is_approved');

    await runner.query(`
      create table news_items (
        id serial constraint news_items_pkey primary key,
        headline text,
        content text,
        link text,
        is_active boolean not null default true,
        created_at timestamptz not null default now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['news_items', 'comments', 'gallery_photos', 'galleries', 'photos', 'users']) {
      await runner.query(`drop table ${table}`);
    }
  }
}
