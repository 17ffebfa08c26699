import { createPostgresBackend, createRedisBackend, Queue, withBackend, type RedisOptions } from 'bullmq';
import pg from 'pg';

/** One queue carries every job; BullMQ refuses a colon in its name. */
export const QUEUE_NAME = 'portfolio';

const ignoreError = () => undefined;

/**
 * PostgreSQL client that always has an 'error' listener, without which a lost connection ends the process. BullMQ adds its
 * own only after connecting, and removes all listeners of its LISTEN client before it closes that.
 */
class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', ignoreError);
  }

  override removeAllListeners(...events: [event?: string | symbol]): this {
    super.removeAllListeners(...events);
    if (this.listenerCount('error') === 0) this.on('error', ignoreError);
    return this;
  }
}

/** The medium that keeps the queue. */
export type QueueBackend =
  | {
      kind: 'postgres';
      connection: { connectionString: string; max: number; Client: typeof pg.Client; migrate?: boolean };
    }
  | { kind: 'redis'; connection: RedisOptions; prefix: string };

/** Milliseconds before the next attempt to connect: BullMQ's own wait grows to 20 seconds, in which uploads fail. */
const retryStrategy = (attempts: number) => Math.min(attempts * 100, 2_000);

/** Where a process is told that the queue is. */
export type QueueAddress =
  { databaseUrl: string; redisUrl?: undefined } | { databaseUrl: string; redisUrl: string | undefined; siteId: string };

/**
 * Redis where there is one, else the database that is there anyway.
 *
 * @param address `siteId` keeps the sites apart that share a Redis
 */
export function queueBackend(address: QueueAddress): QueueBackend {
  if (address.redisUrl === undefined) {
    const connection = { connectionString: address.databaseUrl, max: 4, Client: SteadyClient };
    return { kind: 'postgres', connection };
  }
  const connection = { url: address.redisUrl, maxRetriesPerRequest: null, retryStrategy };
  return { kind: 'redis', connection, prefix: `site-${address.siteId}` };
}

/** What BullMQ's classes are told of the medium. */
export const bullOptions = (backend: QueueBackend) => ({
  connection: backend.connection,
  ...(backend.kind === 'redis' && { prefix: backend.prefix }),
});

/** BullMQ's classes bound to the medium. */
export function bullmq(backend: QueueBackend): ReturnType<typeof withBackend<never, QueueBackend['connection']>> {
  // The two instances differ in the type of their connection alone, and that is told apart by `kind`.
  return (backend.kind === 'redis' ? withBackend(createRedisBackend) : withBackend(createPostgresBackend)) as never;
}

/** BullMQ's queue on either medium. */
export type BullQueue = InstanceType<ReturnType<typeof bullmq>['Queue']>;

/**
 * Makes the tables of the PostgreSQL backend, once, before any process uses them: without them BullMQ retries for ever.
 * Redis needs nothing.
 */
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
