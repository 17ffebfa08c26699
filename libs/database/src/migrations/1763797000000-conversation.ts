import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the artist's reply to a comment, photos that take no comments, and blocked senders (email addresses or domains). */
export class Conversation1763797000000 implements MigrationInterface {
  name = 'Conversation1763797000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table comments
        add column reply text,
        add column replied_at timestamptz,
        add constraint comments_reply_whole check (num_nulls(reply, replied_at) in (0, 2)),
        add constraint comments_reply_length check (char_length(reply) between 1 and 10000)`);
    await runner.query('alter table photos add column comments_open boolean not null default true');
    await runner.query(`
      create table blocked_senders (
        id serial constraint blocked_senders_pkey primary key,
        sender text not null,
        dropped_comments integer not null default 0,
        last_dropped_at timestamptz,
        created_at timestamptz not null default now(),
        constraint blocked_senders_sender_lower
          check (sender = lower(sender) and char_length(sender) between 1 and 255)
      )`);
    await runner.query('create unique index blocked_senders_sender_unique on blocked_senders (sender)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table blocked_senders');
    await runner.query('alter table photos drop column comments_open');
    await runner.query('alter table comments drop column reply, drop column replied_at');
  }
}
