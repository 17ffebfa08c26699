import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the numbers of views, referrers and visitors by day (record 31). Salts and hashes of visitors are unlogged: neither
 * the write-ahead log nor a backup has them.
 */
export class PageViews1763804000000 implements MigrationInterface {
  name = 'PageViews1763804000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table page_views (
        day date not null,
        page text not null,
        views integer not null,
        constraint page_views_pkey primary key (day, page),
        constraint page_views_page_length check (char_length(page) <= 300)
      )`);
    await runner.query(`
      create table referrer_views (
        day date not null,
        domain text not null,
        views integer not null,
        constraint referrer_views_pkey primary key (day, domain),
        constraint referrer_views_domain_length check (char_length(domain) <= 253)
      )`);
    await runner.query(`
      create table visitor_counts (
        day date constraint visitor_counts_pkey primary key,
        visitors integer not null
      )`);
    await runner.query(`
      create unlogged table visitor_salts (
        day date constraint visitor_salts_pkey primary key,
        salt uuid not null default gen_random_uuid()
      )`);
    await runner.query(`
      create unlogged table visitor_hashes (
        day date not null,
        hash bytea not null,
        constraint visitor_hashes_pkey primary key (day, hash),
        constraint visitor_hashes_salt_fkey foreign key (day) references visitor_salts (day) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['visitor_hashes', 'visitor_salts', 'visitor_counts', 'referrer_views', 'page_views']) {
      await runner.query(`drop table ${table}`);
    }
  }
}
