import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { SiteEvent } from '@portfolio/contracts';
import { createTestDatabase, type TestDatabase } from '@portfolio/testing';
import type { DataSource } from 'typeorm';
import { announce, createDataSource, EventListener } from '../src/index.ts';

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

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** A listener that tries again without delay. What it is told of comes out of `told`, one after the other. */
function listenTo(url = database.url, times = {}) {
  const heard: (SiteEvent | 'gap')[] = [];
  let wake: () => void = () => undefined;
  const hear = (what: SiteEvent | 'gap') => {
    heard.push(what);
    wake();
  };
  const listener = new EventListener(url, hear, () => hear('gap'), { retry: 20, ...times });
  opened.push(listener);
  return {
    listener,
    async told(): Promise<SiteEvent | 'gap'> {
      while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return heard.shift() as SiteEvent | 'gap';
    },
  };
}

/** A way to the database that can be blocked and cut. */
async function startWay() {
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
      from.on('data', (piece) => void (isBlocked || to.write(piece)));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const listen = (at: number) => once(server.listen(at, '127.0.0.1'), 'listening');
  await listen(0);
  const address = server.address() as { port: number };
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  const close = async () => {
    cut();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  opened.push({ close });
  return {
    url: url.href,
    close,
    reopen: () => listen(address.port),
    block: () => void (isBlocked = true),
    unblock: () => {
      cut();
      isBlocked = false;
    },
  };
}

const ready: SiteEvent = { type: 'photo.ready', photo_id: 5 };
const failed: SiteEvent = { type: 'photo.failed', photo_id: 6 };

it('a listener hears what is announced, in order, once it is told that it listens', async () => {
  const { listener, told } = listenTo();
  expect(listener.isListening).toBe(false);
  await listener.open();

  expect(await told()).toBe('gap');
  expect(listener.isListening).toBe(true);
  await announce(dataSource, ready);
  await announce(dataSource, failed);

  expect([await told(), await told()]).toEqual([ready, failed]);
});

it('what a transaction announces is told when it commits, and never when it does not', async () => {
  const { listener, told } = listenTo();
  await listener.open();
  await told();

  const lost = dataSource.transaction(async (transaction) => {
    await announce(transaction, failed);
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  await dataSource.transaction((transaction) => announce(transaction, ready));

  expect(await told()).toEqual(ready);
});

it('a listener whose connection is killed listens again, and tells that it may have missed something', async () => {
  const { listener, told } = listenTo();
  await listener.open();
  await told();

  await dataSource.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'portfolio-events'`,
  );

  expect(await told()).toBe('gap');
  await announce(dataSource, ready);
  expect(await told()).toEqual(ready);
});

it('a listener notices that the server has fallen silent', async () => {
  const way = await startWay();
  const { listener, told } = listenTo(way.url, { pulse: 1_100, patience: 1_000 });
  await listener.open();
  await told();

  way.block();
  while (listener.isListening) await new Promise((resolve) => setTimeout(resolve, 10));
  way.unblock();

  expect(await told()).toBe('gap');
  await announce(dataSource, ready);
  expect(await told()).toEqual(ready);
});

it('a listener waits for a database that is away when it begins', async () => {
  const way = await startWay();
  await way.close();
  const { listener, told } = listenTo(way.url);
  await listener.open();
  expect(listener.isListening).toBe(false);

  await way.reopen();

  expect(await told()).toBe('gap');
  await announce(dataSource, ready);
  expect(await told()).toEqual(ready);
});

it.each(['', 'no json', '{"type":', '7', 'null', '[]', '{}'])(
  'a listener minds no %j on its channel',
  async (payload) => {
    const { listener, told } = listenTo();
    await listener.open();
    await told();

    await dataSource.query(`select pg_notify('site_events', $1)`, [payload]);
    await announce(dataSource, ready);

    expect(await told()).toEqual(ready);
  },
);

it('a listener that is closed lets go of its connection, also one that it is just opening', async () => {
  const { listener, told } = listenTo();
  await listener.open();
  await told();
  const { listener: hasty } = listenTo();
  const opening = hasty.open();

  await Promise.all([listener.close(), hasty.close(), opening]);

  const connections = async () => {
    const [row] = await dataSource.query<{ count: number }[]>(
      `select count(*)::int from pg_stat_activity
       where datname = current_database() and application_name = 'portfolio-events'`,
    );
    return row?.count;
  };
  // The server's own end of a connection is gone a moment after ours.
  while ((await connections()) !== 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect([listener.isListening, hasty.isListening]).toEqual([false, false]);
});
