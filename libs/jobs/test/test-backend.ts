import { createTestDatabase, startRedis } from '@portfolio/testing';
import pg from 'pg';
import { queueBackend, type QueueAddress, type QueueBackend } from '../src/backend.ts';
import { QUEUE_TABLES } from '../src/queue-tables.ts';

/** Backend of a test's queue, with its faults. */
export type TestBackend = QueueBackend & {
  /** Address of the queue for other processes. */
  addresses: QueueAddress;
  /** Ends every connection; clients may reconnect. */
  dropConnections(): Promise<void>;
  /** Loses all jobs and schedules. */
  loseJobs(): Promise<void>;
  /** Makes the backend unreachable. */
  makeUnavailable(): Promise<void>;
  makeAvailable(): Promise<void>;
  remove(): Promise<void>;
};

export async function postgresBackend(): Promise<TestBackend> {
  const { url, drop } = await createTestDatabase(QUEUE_TABLES);
  const name = new URL(url).pathname.slice(1);
  const run = async (address: string, ...statements: string[]) => {
    const admin = new pg.Client(address);
    await admin.connect();
    for (const statement of statements) await admin.query(statement);
    await admin.end();
  };
  const asAdmin = (...statements: string[]) => run(new URL('/postgres', url).href, ...statements);
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  return {
    ...queueBackend({ databaseUrl: url }),
    addresses: { databaseUrl: url },
    dropConnections: () => asAdmin(terminate),
    loseJobs: () => run(url, 'delete from bullmq.job'),
    makeUnavailable: () => asAdmin(`alter database ${name} allow_connections false`, terminate),
    makeAvailable: () => asAdmin(`alter database ${name} allow_connections true`),
    remove: drop,
  };
}

export async function redisBackend(): Promise<TestBackend> {
  let redis = (await startRedis())!;
  const redisUrl = redis.url;
  const restart = async () => {
    redis = (await startRedis({ port: Number(new URL(redisUrl).port) }))!;
  };
  const addresses = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', redisUrl, siteId: 'a1' };
  return {
    ...queueBackend(addresses),
    addresses,
    async dropConnections() {
      await redis.stop();
      await restart();
    },
    // No persistence.
    async loseJobs() {
      await redis.stop();
      await restart();
    },
    makeUnavailable: () => redis.stop(),
    makeAvailable: restart,
    remove: () => redis.stop(),
  };
}
