import { waitUntilBlocked } from '@portfolio/testing';
import type { DataSource, QueryRunner } from 'typeorm';

/** Commits when another connection waits for a lock in that database. */
export async function commitOnceBlocking(database: DataSource, transaction: QueryRunner): Promise<void> {
  await waitUntilBlocked(database);
  await transaction.commitTransaction();
}
