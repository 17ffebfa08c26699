import { afterEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../src/binaries.ts';
import { assertFreeSpace } from '../src/cluster.ts';
import { startLocalPostgres } from '../src/start-local-postgres.ts';
import { cleanUp, makeDataDir } from './holder.ts';

afterEach(cleanUp);

const isRoot = process.getuid?.() === 0;

async function faultOf(dataDir: string): Promise<{ name: string; message: string }> {
  try {
    const server = await startLocalPostgres({ dataDir });
    await server.stop();
  } catch (error) {
    return error as Error;
  }
  throw new Error('The server started');
}

describe('startLocalPostgres reports', () => {
  it('data of another version', async () => {
    const dataDir = makeDataDir();
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, 'PG_VERSION'), '15\n');

    const { name, message } = await faultOf(dataDir);

    expect(name).toBe('StartError');
    expect(message).toBe(
      `The database in ${dataDir} was written by PostgreSQL 15, and this program brings PostgreSQL 18: ` +
        'export it with that version, or choose another folder.',
    );
  });

  it('a folder with other files in it', async () => {
    const dataDir = makeDataDir();
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'holiday.jpg'), '');

    expect(await faultOf(dataDir)).toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('holds files that are not a PostgreSQL database'),
    });
  });

  it('a file where the folder should be', async () => {
    const dataDir = makeDataDir();
    writeFileSync(dataDir, '');

    expect(await faultOf(join(dataDir, 'below'))).toMatchObject({
      name: 'StartError',
      message: `${dataDir} is not a folder: choose another.`,
    });
  });

  it('a missing password file, and stops the server', async () => {
    const dataDir = makeDataDir();
    const server = await startLocalPostgres({ dataDir });
    await server.stop();
    const file = join(dataDir, 'local-password');
    rmSync(file);

    expect(await faultOf(dataDir)).toMatchObject({
      name: 'StartError',
      message: `The password in ${file} cannot be read (ENOENT): restore that file from a backup.`,
    });
    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false);
  });

  it('a disk that is nearly full', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'space-'));

    expect(() => assertFreeSpace(folder, Number.MAX_SAFE_INTEGER)).toThrow(
      /nearly full \(\d+ MB free, \d+ MB needed\)/,
    );
    rmSync(folder, { recursive: true });
  });

  it('a platform for which there is no PostgreSQL', () => {
    expect(() => findBinaries('sunos-x64')).toThrow(
      'There is no PostgreSQL for sunos-x64 among the installed packages: set DATABASE_URL to the address of a PostgreSQL server.',
    );
  });

  // Only root can make a file system of any size.
  (isRoot && process.platform === 'linux' ? it : it.skip)(
    'a disk that fills up while the cluster is made',
    async () => {
      const mount = mkdtempSync(join(tmpdir(), 'small-disk-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', mount]);
      try {
        expect(await faultOf(join(mount, 'cluster'))).toMatchObject({
          name: 'StartError',
          message: expect.stringMatching(/^The disk that holds \S+ is (nearly )?full/),
        });
      } finally {
        execFileSync('umount', [mount]);
        rmSync(mount, { recursive: true });
      }
    },
  );
});
