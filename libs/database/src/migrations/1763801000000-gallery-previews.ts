import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds preview links of galleries (record 58). */
export class GalleryPreviews1763801000000 implements MigrationInterface {
  name = 'GalleryPreviews1763801000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table gallery_previews (
        id serial constraint gallery_previews_pkey primary key,
        gallery_id integer not null,
        name text not null,
        token_hash text not null,
        expires_at timestamptz not null,
        last_used_at timestamptz,
        created_at timestamptz not null default now(),
        constraint gallery_previews_gallery_fkey foreign key (gallery_id) references galleries (id) on delete cascade,
        constraint gallery_previews_name_length check (char_length(name) between 1 and 2550)
      )`);
    await runner.query('create index gallery_previews_gallery on gallery_previews (gallery_id)');
    await runner.query('create unique index gallery_previews_token_unique on gallery_previews (token_hash)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table gallery_previews');
  }
}
