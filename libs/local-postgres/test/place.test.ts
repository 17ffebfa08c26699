import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../src/binaries.ts';
import { choosePlace } from '../src/place.ts';
import { accountUser, namespaceUser, runAs, sameUser, type ServerUser } from '../src/server-user.ts';

const isRoot = process.getuid?.() === 0;
const asRoot = isRoot && process.platform === 'linux' ? describe : describe.skip;

const binaries = findBinaries();
const nowhere: ServerUser = { name: 'nobody in particular', prefix: ['no-such-program'] };

let open: string;
let closed: string;
let shelter: string;
beforeEach(() => {
  open = mkdtempSync(join(tmpdir(), 'place-'));
  chmodSync(open, 0o755);
  closed = join(open, 'closed');
  shelter = join(open, 'shelter');
  mkdirSync(closed, { mode: 0o700 });
});
afterEach(() => rmSync(open, { recursive: true }));

function nobody(): ServerUser {
  const user = accountUser('nobody');
  if (!user) throw new Error('this system has no nobody');
  return user;
}

/** As much of one as tells whose it is. */
function makeCluster(dataDir: string, { ids = { uid: 0, gid: 0 } }: ServerUser): void {
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'PG_VERSION'), '18\n');
  chownSync(dataDir, ids.uid, ids.gid);
}

describe('an ordinary user', () => {
  it('is the one for whom the server runs', async () => {
    const dataDir = join(open, 'cluster');

    expect(await choosePlace(dataDir, binaries, { users: [sameUser] })).toEqual({ user: sameUser, binaries, dataDir });
  });

  it('hears why the programs do not run', async () => {
    await expect(choosePlace(join(open, 'cluster'), binaries, { users: [nowhere], shelter })).rejects.toThrow(
      /^PostgreSQL does not run on this system \(spawn no-such-program ENOENT\): set DATABASE_URL/,
    );
  });
});

asRoot('root', () => {
  it('reaches what is its own from within a user namespace, where these are allowed', async () => {
    const user = namespaceUser();
    if ((await runAs(user, '/bin/true', [])).status !== 0) return;

    expect(await choosePlace(join(closed, 'cluster'), binaries, { users: [user, nobody()] })).toMatchObject({
      user: { name: 'root' },
      dataDir: join(closed, 'cluster'),
    });
  });

  it('makes way for another user, where user namespaces are forbidden', async () => {
    const dataDir = join(open, 'cluster');

    const place = await choosePlace(dataDir, binaries, { users: [nowhere, nobody()], shelter });

    expect(place).toMatchObject({ user: { name: 'nobody' }, dataDir });
    expect(place.notice).toBeUndefined();
  });

  it('keeps the data where that user can walk, and says where', async () => {
    const dataDir = join(closed, 'cluster');

    const place = await choosePlace(dataDir, binaries, { users: [nowhere, nobody()], shelter });

    expect(place.dataDir).toMatch(new RegExp(`^${shelter}/cluster-[0-9a-f]{12}$`));
    expect(place.notice).toBe(
      `The database is kept in ${place.dataDir}: PostgreSQL refuses to run as root, and nobody may not enter ${closed}.`,
    );
  });

  it('finds the data again where an earlier start had to keep it', async () => {
    const dataDir = join(closed, 'cluster');
    const first = await choosePlace(dataDir, binaries, { users: [nowhere, nobody()], shelter });
    makeCluster(first.dataDir, nobody());

    const second = await choosePlace(dataDir, binaries, { shelter });

    expect(second).toMatchObject({ dataDir: first.dataDir, user: { ids: nobody().ids } });
  });

  it('copies the programs to where that user can walk, whatever the umask', async () => {
    const hidden = join(closed, 'native');
    cpSync(binaries.root, hidden, { recursive: true, verbatimSymlinks: true });
    const umask = process.umask(0o077);
    const place = await choosePlace(
      join(open, 'cluster'),
      { root: hidden, initdb: join(hidden, 'bin/initdb'), postgres: join(hidden, 'bin/postgres') },
      { users: [nobody()], shelter },
    ).finally(() => process.umask(umask));

    expect(place.binaries.root.startsWith(`${shelter}/postgresql-`)).toBe(true);
    expect((await runAs(nobody(), place.binaries.postgres, ['--version'])).output).toContain('PostgreSQL) 18');
  });

  it('runs an existing cluster for whom it belongs to', async () => {
    const dataDir = join(open, 'cluster');
    makeCluster(dataDir, nobody());

    expect((await choosePlace(dataDir, binaries)).user).toMatchObject({ name: 'nobody', ids: nobody().ids });
  });
});
