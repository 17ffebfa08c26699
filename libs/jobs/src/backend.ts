import { setTimeout as wait } from 'node:timers/promises';
import { CrashSafeClient } from '@portfolio/lifecycle/crash-safe-client';
import { createPostgresBackend, createRedisBackend, Queue, withBackend, type RedisOptions } from 'bullmq';
import type pg from 'pg';

/** All jobs share one queue. BullMQ rejects a colon in its name. */
export const QUEUE_NAME = 'portfolio';

/** Where the queue is stored. */
export type QueueBackend = {
  /** Milliseconds after which the queue counts as unavailable. */
  timeoutMs: number;
} & (
  | {
      kind: 'postgres';
      connection: { connectionString: string; max: number; Client: typeof pg.Client; migrate?: boolean };
    }
  | { kind: 'redis'; connection: RedisOptions; prefix: string }
);

const TIMEOUT_MS = 4_000;

/** Milliseconds before the next connection attempt; BullMQ's own wait grows to 20 seconds. */
const retryStrategy = (attempts: number) => Math.min(attempts * 100, 2_000);

/** Addresses from the environment; `siteId` separates the sites that share a Redis. */
export type QueueAddress =
  | { databaseUrl: string; redisUrl?: undefined }
  | { databaseUrl: string; redisUrl: string | undefined; siteId: string };

/** Redis where one is configured, else the database. */
export function queueBackend(address: QueueAddress): QueueBackend {
  if (address.redisUrl === undefined) {
    const connection = { connectionString: address.databaseUrl, max: 4, Client: CrashSafeClient };
    return { kind: 'postgres', timeoutMs: TIMEOUT_MS, connection };
  }
  const connection = { url: address.redisUrl, maxRetriesPerRequest: null, retryStrategy };
  return { kind: 'redis', timeoutMs: TIMEOUT_MS, connection, prefix: `site-${address.siteId}` };
}

/** BullMQ's options for the backend. */
export const bullOptions = (backend: QueueBackend) => ({
  connection: backend.connection,
  ...(backend.kind === 'redis' && { prefix: backend.prefix }),
});

/** BullMQ would open the connection for notifications with pg's own client, whatever the `Client` of its pool. */
const createCrashSafeBackend: typeof createPostgresBackend = (name, options, factoryOptions) => {
  const backend = createPostgresBackend(name, options, factoryOptions);
  Object.assign(backend.connection, { pgModule: { Client: CrashSafeClient } });
  return backend;
};

/** BullMQ's classes bound to the backend. */
export function bullmq(backend: QueueBackend): ReturnType<typeof withBackend<never, QueueBackend['connection']>> {
  // The two differ only in the type of their connection, which `kind` decides.
  return (backend.kind === 'redis' ? withBackend(createRedisBackend) : withBackend(createCrashSafeBackend)) as never;
}

/** BullMQ's queue on either backend. */
export type BullQueue = InstanceType<ReturnType<typeof bullmq>['Queue']>;

/** Creates the tables of the PostgreSQL backend; without them BullMQ retries forever. Redis needs none. */
export async function prepareQueue(backend: QueueBackend): Promise<void> {
  if (backend.kind === 'redis') return;
  const queue = new Queue(
    QUEUE_NAME,
    { connection: { ...backend.connection, max: 1, migrate: true } as never },
    createPostgresBackend as never,
  );
  try {
    await queue.waitUntilReady();
  } finally {
    await queue.close();
  }
}

/** @throws Error where the response takes longer than `timeoutMs`; errors of the response */
export async function withTimeout<T>({ timeoutMs }: QueueBackend, response: Promise<T>): Promise<T> {
  const timer = new AbortController();
  // A late rejection must not become an unhandled one.
  response.catch(() => undefined);
  try {
    const timedOut = wait(timeoutMs, undefined, { signal: timer.signal }).then(() => {
      throw new Error(`No response within ${timeoutMs} ms`);
    });
    return await Promise.race([response, timedOut]);
  } finally {
    timer.abort();
  }
}
