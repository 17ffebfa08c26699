import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalPostgres } from '../src/index.ts';
import { cleanUp, kill, makeDataDir, postmasterPid, query, startHolder, untilGone } from './holder.ts';

afterEach(cleanUp);

const keeperPid = (dataDir: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'keeper.json'), 'utf8')) as { pid: number }).pid;

/** A cluster with one row, and nobody at it. */
async function keptRow(): Promise<string> {
  const dataDir = makeDataDir();
  const server = await startLocalPostgres({ dataDir });
  await query(server.url, 'create table notes as select 1 as id');
  await server.stop();
  return dataDir;
}

async function expectRow(dataDir: string): Promise<void> {
  const server = await startLocalPostgres({ dataDir });
  expect(await query(server.url, 'select id from notes')).toEqual([{ id: 1 }]);
  await server.stop();
}

describe('a user of the server', () => {
  it('stops it itself where the keeper was killed', async () => {
    const dataDir = await keptRow();
    const server = await startLocalPostgres({ dataDir });
    const pid = postmasterPid(dataDir);

    process.kill(keeperPid(dataDir), 'SIGKILL');
    await server.lost;
    await server.stop();

    await untilGone(pid);
    await expectRow(dataDir);
  });
});

describe('a start', () => {
  it('finds the data after everything was killed at once', async () => {
    const dataDir = await keptRow();
    const holder = await startHolder(dataDir);
    await query(holder.url, 'insert into notes values (2)');
    const keeper = keeperPid(dataDir);
    process.kill(keeper, 'SIGKILL');
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await kill(holder.process);

    const server = await startLocalPostgres({ dataDir });
    expect(await query(server.url, 'select id from notes order by id')).toEqual([{ id: 1 }, { id: 2 }]);
    await server.stop();
  });

  it('counts on after everything was killed at once, where a sequence was used in the moment that made it', async () => {
    const dataDir = makeDataDir();
    const holder = await startHolder(dataDir);
    await query(holder.url, `create sequence numbers; select nextval('numbers')`);
    await query(holder.url, `create table given as select nextval('numbers')::int as number`);
    process.kill(keeperPid(dataDir), 'SIGKILL');
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await kill(holder.process);

    const server = await startLocalPostgres({ dataDir });
    await query(server.url, `insert into given select nextval('numbers')`);
    expect(await query(server.url, 'select count(distinct number)::int as different from given')).toEqual([
      { different: 2 },
    ]);
    await server.stop();
  });

  it('stops a server that has lost its keeper, and takes its place', async () => {
    const dataDir = await keptRow();
    const holder = await startHolder(dataDir);
    const orphan = postmasterPid(dataDir);
    process.kill(keeperPid(dataDir), 'SIGKILL');
    await kill(holder.process);

    const server = await startLocalPostgres({ dataDir });
    expect(postmasterPid(dataDir)).not.toBe(orphan);
    await server.stop();
    await expectRow(dataDir);
  });

  it('is not misled by a pid file that names another program', async () => {
    const dataDir = await keptRow();
    const stranger = spawn('sleep', ['60']);
    const lines = [stranger.pid, dataDir, '1763700000', '5432', '', '127.0.0.1', '  12345         0', 'ready'];
    writeFileSync(join(dataDir, 'postmaster.pid'), `${lines.join('\n')}\n`);

    await expectRow(dataDir);
    expect(stranger.exitCode).toBeNull();
    await kill(stranger);
  });

  it('is not misled by a pid file of a process that has gone', async () => {
    const dataDir = await keptRow();
    writeFileSync(join(dataDir, 'postmaster.pid'), `999999\n${dataDir}\n1763700000\n5432\n\n127.0.0.1\n  1 0\nready\n`);

    await expectRow(dataDir);
  });

  it('is not misled by what a killed keeper left behind', async () => {
    const dataDir = await keptRow();
    const card = { pid: 999_999, port: 1, leasePort: 9, token: 'old' };
    writeFileSync(join(dataDir, 'keeper.json'), JSON.stringify(card));

    await expectRow(dataDir);
  });

  it('begins anew after one that was killed while it made the cluster', async () => {
    const dataDir = makeDataDir();
    mkdirSync(`${dataDir}.draft-999999/base`, { recursive: true });
    writeFileSync(`${dataDir}.draft-999999/PG_VERSION`, '18\n');

    const server = await startLocalPostgres({ dataDir });
    expect(await query(server.url, 'select 1 as here')).toEqual([{ here: 1 }]);
    await server.stop();
  });
});
