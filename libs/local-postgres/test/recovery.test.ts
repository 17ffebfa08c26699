import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalPostgres } from '../src/start-local-postgres.ts';
import { postmasterOf } from '../src/postmaster.ts';
import { cleanUp, kill, makeDataDir, postmasterPid, query, startHolder, supervisorPid, untilGone } from './holder.ts';

afterEach(cleanUp);

/** Creates a stopped cluster with one row. */
async function clusterWithRow(): Promise<string> {
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

describe('stop()', () => {
  it('stops the server whose supervisor was killed', async () => {
    const dataDir = await clusterWithRow();
    const server = await startLocalPostgres({ dataDir });
    const pid = postmasterPid(dataDir);

    process.kill(supervisorPid(dataDir), 'SIGKILL');
    await server.lost;
    await server.stop();

    await untilGone(pid);
    await expectRow(dataDir);
  });
});

describe('startLocalPostgres', () => {
  it('has all rows after SIGKILL of all processes, and repeats no number of a new sequence', async () => {
    const dataDir = await clusterWithRow();
    const holder = await startHolder(dataDir);
    await query(holder.url, 'insert into notes values (2)');
    await query(holder.url, `create sequence numbers; select nextval('numbers')`);
    await query(holder.url, `create table given as select nextval('numbers')::int as number`);
    process.kill(supervisorPid(dataDir), 'SIGKILL');
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await kill(holder.process);

    const server = await startLocalPostgres({ dataDir });
    expect(await query(server.url, 'select id from notes order by id')).toEqual([{ id: 1 }, { id: 2 }]);
    await query(server.url, `insert into given select nextval('numbers')`);
    expect(await query(server.url, 'select count(distinct number)::int as different from given')).toEqual([
      { different: 2 },
    ]);
    await server.stop();
  });

  it('replaces a server whose supervisor was killed', async () => {
    const dataDir = await clusterWithRow();
    const holder = await startHolder(dataDir);
    const orphan = postmasterPid(dataDir);
    process.kill(supervisorPid(dataDir), 'SIGKILL');
    await kill(holder.process);

    const server = await startLocalPostgres({ dataDir });
    expect(postmasterPid(dataDir)).not.toBe(orphan);
    await server.stop();
    await expectRow(dataDir);
  });

  it('ignores a pid file of another program', async () => {
    const dataDir = await clusterWithRow();
    const stranger = spawn('sleep', ['60']);
    const lines = [stranger.pid, dataDir, '1763700000', '5432', '', '127.0.0.1', '  12345         0', 'ready'];
    writeFileSync(join(dataDir, 'postmaster.pid'), `${lines.join('\n')}\n`);

    await expectRow(dataDir);
    expect(stranger.exitCode).toBeNull();
    await kill(stranger);
  });

  it('ignores the files of ended processes', async () => {
    const dataDir = await clusterWithRow();
    writeFileSync(join(dataDir, 'postmaster.pid'), `999999\n${dataDir}\n1763700000\n5432\n\n127.0.0.1\n  1 0\nready\n`);
    const state = { pid: 999_999, port: 1, controlPort: 9, token: 'old' };
    writeFileSync(join(dataDir, 'supervisor.json'), JSON.stringify(state));

    await expectRow(dataDir);
  });

  it('deletes the draft of a killed start', async () => {
    const dataDir = makeDataDir();
    mkdirSync(`${dataDir}.draft-999999/base`, { recursive: true });
    writeFileSync(`${dataDir}.draft-999999/PG_VERSION`, '18\n');

    const server = await startLocalPostgres({ dataDir });
    expect(await query(server.url, 'select 1 as here')).toEqual([{ here: 1 }]);
    await server.stop();
  });
});

describe('postmasterOf on macOS', () => {
  it.each([
    ['the same folder', '', true],
    ['a folder whose name begins like it', '-2', false],
    ['a folder whose name has a space after it', ' 2', false],
  ])('compares the folder with that of a server on %s', async (_, suffix, isAlive) => {
    const dataDir = makeDataDir();
    mkdirSync(dataDir);
    const server = spawn(process.execPath, [
      ...['-e', 'setInterval(() => undefined, 1_000)', 'postgres', '-D', `${dataDir}${suffix}`],
      ...['-c', 'fsync=on'],
    ]);
    writeFileSync(join(dataDir, 'postmaster.pid'), `${server.pid}\n`);
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
    Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
    try {
      expect(postmasterOf(dataDir)).toEqual({ pid: server.pid, isAlive });
    } finally {
      Object.defineProperty(process, 'platform', platform);
      await kill(server);
    }
  });
});
