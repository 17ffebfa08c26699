import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { SiteEvent } from '@portfolio/contracts';
import { freePort } from '@portfolio/lifecycle/supervisor';
import { createTestDatabase, type TestDatabase } from '@portfolio/testing';
import type { DataSource } from 'typeorm';
import { publishEvent, createDataSource, EventListener } from '../src/index.ts';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const closeables: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const closeable of closeables.splice(0)) await closeable.close();
});

/** A listener that reconnects without delay. `next` resolves with its events and gaps in order. */
function listenTo(url = database.url, times = {}) {
  const received: (SiteEvent | 'gap')[] = [];
  let notify: () => void = () => undefined;
  const receive = (event: SiteEvent | 'gap') => {
    received.push(event);
    notify();
  };
  const listener = new EventListener(url, receive, () => receive('gap'), { retry: 20, ...times });
  closeables.push(listener);
  return {
    listener,
    async next(): Promise<SiteEvent | 'gap'> {
      while (received.length === 0) await new Promise<void>((resolve) => (notify = resolve));
      return received.shift() as SiteEvent | 'gap';
    },
  };
}

/** A TCP proxy to the database that can be blocked and cut. */
async function startProxy() {
  const { hostname, port } = new URL(database.url);
  const sockets = new Set<Socket>();
  let isBlocked = false;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => void (isBlocked || to.write(chunk)));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const ownPort = await freePort(['127.0.0.1']);
  const listen = () => once(server.listen(ownPort, '127.0.0.1'), 'listening');
  await listen();
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String(ownPort);
  const close = async () => {
    cut();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  closeables.push({ close });
  return {
    url: url.href,
    close,
    reopen: listen,
    block: () => void (isBlocked = true),
    unblock: () => {
      cut();
      isBlocked = false;
    },
  };
}

const ready: SiteEvent = { type: 'photo.ready', photo_id: 5 };
const failed: SiteEvent = { type: 'photo.failed', photo_id: 6 };

it('EventListener receives events in order', async () => {
  const { listener, next } = listenTo();
  expect(listener.isListening).toBe(false);
  await listener.open();

  expect(await next()).toBe('gap');
  expect(listener.isListening).toBe(true);
  await publishEvent(dataSource, ready);
  await publishEvent(dataSource, failed);

  expect([await next(), await next()]).toEqual([ready, failed]);
});

it('EventListener receives the events of a transaction at its commit, and none after a rollback', async () => {
  const { listener, next } = listenTo();
  await listener.open();
  await next();

  const lost = dataSource.transaction(async (transaction) => {
    await publishEvent(transaction, failed);
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  await dataSource.transaction((transaction) => publishEvent(transaction, ready));

  expect(await next()).toEqual(ready);
});

it('EventListener reconnects after a killed connection, and reports a gap', async () => {
  const { listener, next } = listenTo();
  await listener.open();
  await next();

  await dataSource.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'portfolio-events'`,
  );

  expect(await next()).toBe('gap');
  await publishEvent(dataSource, ready);
  expect(await next()).toEqual(ready);
});

it('EventListener detects a silent server', async () => {
  const proxy = await startProxy();
  const { listener, next } = listenTo(proxy.url, { heartbeat: 500, timeout: 400 });
  await listener.open();
  await next();

  proxy.block();
  while (listener.isListening) await new Promise((resolve) => setTimeout(resolve, 10));
  proxy.unblock();

  expect(await next()).toBe('gap');
  await publishEvent(dataSource, ready);
  expect(await next()).toEqual(ready);
});

it('EventListener retries while the database is unavailable', async () => {
  const proxy = await startProxy();
  await proxy.close();
  const { listener, next } = listenTo(proxy.url);
  await listener.open();
  expect(listener.isListening).toBe(false);

  await proxy.reopen();

  expect(await next()).toBe('gap');
  await publishEvent(dataSource, ready);
  expect(await next()).toEqual(ready);
});

it.each(['', 'no json', '{"type":', '7', 'null', '[]', '{}'])(
  'EventListener ignores the payload %j',
  async (payload) => {
    const { listener, next } = listenTo();
    await listener.open();
    await next();

    await dataSource.query(`select pg_notify('site_events', $1)`, [payload]);
    await publishEvent(dataSource, ready);

    expect(await next()).toEqual(ready);
  },
);

it('EventListener closes its connection, also while connecting', async () => {
  const { listener, next } = listenTo();
  await listener.open();
  await next();
  const { listener: connecting } = listenTo();
  const opening = connecting.open();

  await Promise.all([listener.close(), connecting.close(), opening]);

  const connections = async () => {
    const [row] = await dataSource.query<{ count: number }[]>(
      `select count(*)::int from pg_stat_activity
       where datname = current_database() and application_name = 'portfolio-events'`,
    );
    return row?.count;
  };
  // The server closes its end a moment later.
  while ((await connections()) !== 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect([listener.isListening, connecting.isListening]).toEqual([false, false]);
});
