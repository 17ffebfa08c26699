import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds sessions and security events of administrators (record 65). Older tokens have no session and are refused. */
export class Sessions1763773000000 implements MigrationInterface {
  name = 'Sessions1763773000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sessions (
        id serial constraint sessions_pkey primary key,
        user_id integer not null,
        token_version integer not null,
        device text not null,
        network text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now(),
        expires_at timestamptz not null,
        constraint sessions_user_fkey foreign key (user_id) references users (id) on delete cascade,
        constraint sessions_text_lengths check (char_length(device) <= 100 and char_length(network) <= 50)
      )`);
    await runner.query('create index sessions_user on sessions (user_id)');
    await runner.query(`
      create table security_events (
        id serial constraint security_events_pkey primary key,
        user_id integer not null,
        type text not null,
        device text,
        network text,
        revoked_device text,
        count integer not null default 1,
        at timestamptz not null default now(),
        constraint security_events_user_fkey foreign key (user_id) references users (id) on delete cascade,
        constraint security_events_type_known check (type in ('new-device', 'sign-in', 'sign-in-failed',
          'password-changed', 'password-reset', 'email-changed', 'session-revoked', 'signed-out-everywhere')),
        constraint security_events_text_lengths check (
          char_length(device) <= 100 and char_length(network) <= 50 and char_length(revoked_device) <= 100)
      )`);
    await runner.query('create index security_events_user on security_events (user_id, at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table security_events');
    await runner.query('drop table sessions');
  }
}
