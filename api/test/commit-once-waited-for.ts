import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';

/** Resolves as soon as somebody waits for a lock in that database, so that a test need not guess when. */
export async function onceWaitedFor(database: DataSource): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while (((await database.query(waiting)) as unknown[]).length === 0) await wait(10);
}

/** Commits as soon as somebody else waits for a lock in that database. */
export async function commitOnceWaitedFor(database: DataSource, transaction: QueryRunner): Promise<void> {
  await onceWaitedFor(database);
  await transaction.commitTransaction();
}
