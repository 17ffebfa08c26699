import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startLocalPostgres } from '../src/start-local-postgres.ts';
import { cleanUp, kill, makeDataDir, postmasterPid, query, startHolder, supervisorPid, untilGone } from './holder.ts';

const isFullLevel = process.env.TEST_LEVEL === 'full';
/** Starts during a stop. */
const ROUNDS = isFullLevel ? 3 : 1;

afterEach(cleanUp);

describe('one process', () => {
  it('has a database until stop(), with its rows at the next start', async () => {
    const dataDir = makeDataDir();
    const first = await startLocalPostgres({ dataDir });
    await query(first.url, 'create table notes (text text)');
    await query(first.url, `insert into notes values ('stored')`);
    const [server, supervisor] = [postmasterPid(dataDir), supervisorPid(dataDir)];
    await first.stop();

    await untilGone(server);
    await untilGone(supervisor);
    expect(existsSync(join(dataDir, 'supervisor.json'))).toBe(false);

    const second = await startLocalPostgres({ dataDir });
    expect(await query(second.url, 'select text from notes')).toEqual([{ text: 'stored' }]);
    await second.stop();
  });

  it('stores its password in private files, and listens on loopback only', async () => {
    const dataDir = makeDataDir();
    const server = await startLocalPostgres({ dataDir });

    expect(statSync(join(dataDir, 'local-password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'supervisor.json')).mode & 0o777).toBe(0o600);
    const stranger = server.url.replace(/:[^:@]+@/, ':guess@');
    await expect(query(stranger, 'select 1')).rejects.toThrow('password authentication failed');
    expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await server.stop();
  });

  it('is reached without TLS, also with PGSSLMODE', async () => {
    const server = await startLocalPostgres({ dataDir: makeDataDir(), durable: false });
    process.env.PGSSLMODE = 'require';
    try {
      expect(await query(server.url, 'select 1 as here')).toEqual([{ here: 1 }]);
    } finally {
      delete process.env.PGSSLMODE;
      await server.stop();
    }
  });

  it('resolves lost when the server ends by itself', async () => {
    const dataDir = makeDataDir();
    const server = await startLocalPostgres({ dataDir });

    process.kill(postmasterPid(dataDir), 'SIGINT');

    await server.lost;
  });
});

describe('several processes', () => {
  if (isFullLevel) {
    it('create the database where it is missing', async () => {
      const dataDir = makeDataDir();
      const first = await startLocalPostgres({ dataDir });
      await query(first.url.replace('/portfolio?', '/postgres?'), 'drop database portfolio');

      const others = await Promise.all([startHolder(dataDir), startHolder(dataDir), startHolder(dataDir)]);

      for (const { url } of others) expect(await query(url, 'select current_database()')).toHaveLength(1);
      await first.stop();
    });
  }

  it('share one server, which stops with the last of them', async () => {
    const dataDir = makeDataDir();
    const [one, two] = await Promise.all([startHolder(dataDir), startHolder(dataDir)]);
    expect(two.url).toBe(one.url);
    const pid = postmasterPid(dataDir);

    one.process.stdin?.end();
    await once(one.process, 'exit');
    expect(await query(two.url, 'select 1 as here')).toEqual([{ here: 1 }]);

    two.process.stdin?.end();
    await once(two.process, 'exit');
    await untilGone(pid);
  });

  it('start in parallel on an empty folder', async () => {
    const dataDir = makeDataDir();
    const holders = await Promise.all([1, 2, 3, 4].map(() => startHolder(dataDir)));

    expect(new Set(holders.map(({ url }) => url)).size).toBe(1);
    expect(holders[0]?.url).toMatch(/^postgres:/);
  });

  it('stop the server when the last of them is killed', async () => {
    const dataDir = makeDataDir();
    const [one, two] = await Promise.all([startHolder(dataDir), startHolder(dataDir)]);
    const [server, supervisor] = [postmasterPid(dataDir), supervisorPid(dataDir)];

    await kill(one.process);
    expect(await query(two.url, 'select 1 as here')).toEqual([{ here: 1 }]);
    await kill(two.process);

    await untilGone(server);
    await untilGone(supervisor);
  });

  it('start another server while one is stopping', async () => {
    const dataDir = makeDataDir();
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await startHolder(dataDir);
      one.process.stdin?.end();
      const two = await startHolder(dataDir);
      expect(await query(two.url, 'select 1 as here')).toEqual([{ here: 1 }]);
      await kill(two.process);
    }
  });

  it('reuse a lingering server', async () => {
    const dataDir = makeDataDir();
    const first = await startLocalPostgres({ dataDir, durable: false, linger: 60_000 });
    await first.stop();
    const pid = postmasterPid(dataDir);
    const second = await startLocalPostgres({ dataDir });

    expect(second.url).toBe(first.url);
    process.kill(pid, 'SIGINT');
    await second.lost;
  });

  it('leave a lingering server that then stops', async () => {
    const dataDir = makeDataDir();
    const server = await startLocalPostgres({ dataDir, durable: false, linger: 200 });
    const pid = postmasterPid(dataDir);
    await server.stop();

    await untilGone(pid);
  });

  it('delete a temporary cluster, also when another process starts during the stop', async () => {
    const dataDir = makeDataDir();
    const one = await startLocalPostgres({ dataDir, durable: false, temporary: true });
    await query(one.url, 'create table left_behind ()');
    const stopped = one.stop();
    const two = await startLocalPostgres({ dataDir, durable: false, temporary: true });
    expect(await query(two.url, `select to_regclass('left_behind') as found`)).toEqual([{ found: null }]);
    await stopped;
    expect(existsSync(dataDir)).toBe(true);
    await two.stop();

    expect(readdirSync(dirname(dataDir))).toEqual([]);
  });
});
