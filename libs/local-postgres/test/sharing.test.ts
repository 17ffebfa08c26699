import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startLocalPostgres } from '../src/index.ts';
import { cleanUp, kill, makeDataDir, postmasterPid, query, startHolder, untilGone } from './holder.ts';

afterEach(cleanUp);

const keeperPid = (dataDir: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'keeper.json'), 'utf8')) as { pid: number }).pid;

describe('one process', () => {
  it('has a database until it stops, and finds its rows again', async () => {
    const dataDir = makeDataDir();
    const first = await startLocalPostgres({ dataDir });
    await query(first.url, 'create table notes (text text)');
    await query(first.url, `insert into notes values ('kept')`);
    const [server, keeper] = [postmasterPid(dataDir), keeperPid(dataDir)];
    await first.stop();

    // Nothing is left when stop() is over.
    await untilGone(server);
    await untilGone(keeper);
    expect(existsSync(join(dataDir, 'keeper.json'))).toBe(false);

    const second = await startLocalPostgres({ dataDir });
    expect(await query(second.url, 'select text from notes')).toEqual([{ text: 'kept' }]);
    await second.stop();
  });

  it('shows its password to nobody else on the machine', async () => {
    const dataDir = makeDataDir();
    const server = await startLocalPostgres({ dataDir });

    expect(statSync(join(dataDir, 'local-password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'keeper.json')).mode & 0o777).toBe(0o600);
    const stranger = server.url.replace(/:[^:@]+@/, ':guess@');
    await expect(query(stranger, 'select 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('listens on this machine alone', async () => {
    const server = await startLocalPostgres({ dataDir: makeDataDir() });

    expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    await server.stop();
  });

  it('learns of a server that ends by itself', async () => {
    const dataDir = makeDataDir();
    const server = await startLocalPostgres({ dataDir });

    process.kill(postmasterPid(dataDir), 'SIGINT');

    await server.lost;
  });
});

describe('several processes', () => {
  it('each find the database, also where whoever started the server has not made it yet', async () => {
    const dataDir = makeDataDir();
    const first = await startLocalPostgres({ dataDir });
    await query(first.url.replace(/\w+$/, 'postgres'), 'drop database portfolio');

    const others = await Promise.all([startHolder(dataDir), startHolder(dataDir), startHolder(dataDir)]);

    for (const { url } of others) expect(await query(url, 'select current_database()')).toHaveLength(1);
    await first.stop();
  });

  it('share one server, which stops when the last one stops', async () => {
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

  it('can start at once on an empty folder', async () => {
    const dataDir = makeDataDir();
    const holders = await Promise.all([1, 2, 3, 4].map(() => startHolder(dataDir)));

    expect(new Set(holders.map(({ url }) => url)).size).toBe(1);
    expect(holders[0]?.url).toMatch(/^postgres:/);
  });

  it('lose the server when the last of them is killed', async () => {
    const dataDir = makeDataDir();
    const [one, two] = await Promise.all([startHolder(dataDir), startHolder(dataDir)]);
    const [server, keeper] = [postmasterPid(dataDir), keeperPid(dataDir)];

    await kill(one.process);
    expect(await query(two.url, 'select 1 as here')).toEqual([{ here: 1 }]);
    await kill(two.process);

    await untilGone(server);
    await untilGone(keeper);
  });

  it('may come while the server is stopping', async () => {
    const dataDir = makeDataDir();
    for (let round = 0; round < 3; round += 1) {
      const one = await startHolder(dataDir);
      one.process.stdin?.end();
      const two = await startHolder(dataDir);
      expect(await query(two.url, 'select 1 as here')).toEqual([{ here: 1 }]);
      await kill(two.process);
    }
  });

  it('bridge a pause with a server that lingers', async () => {
    const dataDir = makeDataDir();
    const first = await startLocalPostgres({ dataDir, durable: false, linger: 60_000 });
    await first.stop();
    const pid = postmasterPid(dataDir);
    const second = await startLocalPostgres({ dataDir });

    expect(second.url).toBe(first.url);
    process.kill(pid, 'SIGINT');
    await second.lost;
  });

  it('leave a server that lingers, and then stops', async () => {
    const dataDir = makeDataDir();
    const server = await startLocalPostgres({ dataDir, durable: false, linger: 200 });
    const pid = postmasterPid(dataDir);
    await server.stop();

    await untilGone(pid);
  });

  it('leave nothing of a temporary cluster, whoever comes while it stops', async () => {
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
