import { onceWaitedFor } from '@portfolio/testing';
import type { DataSource, QueryRunner } from 'typeorm';

/** Commits when another connection waits for a lock in that database. */
export async function commitOnceWaitedFor(database: DataSource, transaction: QueryRunner): Promise<void> {
  await onceWaitedFor(database);
  await transaction.commitTransaction();
}
