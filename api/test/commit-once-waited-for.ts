import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';

/** Resolves when another connection waits for a lock in that database. */
export async function onceWaitedFor(database: DataSource): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while (((await database.query(waiting)) as unknown[]).length === 0) await wait(10);
}

/** Commits when another connection waits for a lock in that database. */
export async function commitOnceWaitedFor(database: DataSource, transaction: QueryRunner): Promise<void> {
  await onceWaitedFor(database);
  await transaction.commitTransaction();
}
