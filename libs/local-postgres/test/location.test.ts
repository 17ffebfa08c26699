import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../src/binaries.ts';
import { chooseLocation } from '../src/location.ts';
import { accountUser, namespaceUser, runAs, sameUser, type ServerUser } from '../src/server-user.ts';

const isRoot = process.getuid?.() === 0;
const asRoot = isRoot && process.platform === 'linux' ? describe : describe.skip;
const hasNamespaces = isRoot && (await runAs(namespaceUser(), '/bin/true', [])).isOk;

const binaries = findBinaries();
const missing: ServerUser = { name: 'missing program', prefix: ['no-such-program'] };
/** No system has a user of this id. */
const refused: ServerUser = { name: 'refused user', prefix: [], ids: { uid: -1, gid: -1 } };

let open: string;
let closed: string;
let sharedFolder: string;
beforeEach(() => {
  open = mkdtempSync(join(tmpdir(), 'location-'));
  chmodSync(open, 0o755);
  closed = join(open, 'closed');
  sharedFolder = join(open, 'shared');
  mkdirSync(closed, { mode: 0o700 });
});
afterEach(() => rmSync(open, { recursive: true }));

function nobody(): ServerUser {
  const user = accountUser('nobody');
  if (!user) throw new Error('this system has no nobody');
  return user;
}

/** Creates as much of a cluster as shows its owner. */
function makeCluster(dataDir: string, { ids = { uid: 0, gid: 0 } }: ServerUser): void {
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'PG_VERSION'), '18\n');
  chownSync(dataDir, ids.uid, ids.gid);
}

describe('an ordinary user', () => {
  it('runs the server', async () => {
    const dataDir = join(open, 'cluster');

    expect(await chooseLocation(dataDir, binaries, { users: [sameUser] })).toEqual({
      user: sameUser,
      binaries,
      dataDir,
    });
  });

  it.each([
    ['are missing', missing, 'spawn no-such-program ENOENT'],
    ['need another user, which the system refuses', refused, 'spawn EINVAL'],
  ])('gets the reason why the programs do not run: they %s', async (_, user, reason) => {
    await expect(chooseLocation(join(open, 'cluster'), binaries, { users: [user], sharedFolder })).rejects.toThrow(
      `PostgreSQL does not run on this system (${reason}): set DATABASE_URL`,
    );
  });
});

asRoot('root', () => {
  (hasNamespaces ? it : it.skip)('runs the server in a user namespace, where the system allows these', async () => {
    const users = [namespaceUser(), nobody()];

    expect(await chooseLocation(join(closed, 'cluster'), binaries, { users })).toMatchObject({
      user: { name: 'root' },
      dataDir: join(closed, 'cluster'),
    });
  });

  it('runs the server as another user without user namespaces', async () => {
    const dataDir = join(open, 'cluster');

    const location = await chooseLocation(dataDir, binaries, { users: [missing, nobody()], sharedFolder });

    expect(location).toMatchObject({ user: { name: 'nobody' }, dataDir });
    expect(location.notice).toBeUndefined();
  });

  it('moves the data to the shared folder, with a notice', async () => {
    const dataDir = join(closed, 'cluster');

    const location = await chooseLocation(dataDir, binaries, { users: [missing, nobody()], sharedFolder });

    expect(location.dataDir).toMatch(new RegExp(`^${sharedFolder}/cluster-[0-9a-f]{12}$`));
    expect(location.notice).toBe(
      `The database is stored in ${location.dataDir}: PostgreSQL refuses to run as root, and the user nobody cannot access ${closed}.`,
    );
  });

  it('creates no empty database elsewhere where a cluster cannot be accessed', async () => {
    const dataDir = join(closed, 'cluster');
    makeCluster(dataDir, nobody());

    await expect(chooseLocation(dataDir, binaries, { users: [missing, nobody()], sharedFolder })).rejects.toThrow(
      `No user that can run PostgreSQL can access the database in ${dataDir}.`,
    );
  });

  it('finds data that an earlier start moved', async () => {
    const dataDir = join(closed, 'cluster');
    const first = await chooseLocation(dataDir, binaries, { users: [missing, nobody()], sharedFolder });
    makeCluster(first.dataDir, nobody());

    const second = await chooseLocation(dataDir, binaries, { sharedFolder });

    expect(second).toMatchObject({ dataDir: first.dataDir, user: { ids: nobody().ids } });
  });

  it('copies the programs to the shared folder, whatever the umask', async () => {
    const hidden = join(closed, 'native');
    cpSync(binaries, hidden, { recursive: true, verbatimSymlinks: true });
    const umask = process.umask(0o077);
    const location = await chooseLocation(join(open, 'cluster'), hidden, { users: [nobody()], sharedFolder }).finally(
      () => process.umask(umask),
    );

    expect(location.binaries.startsWith(`${sharedFolder}/postgresql-`)).toBe(true);
    expect((await runAs(nobody(), join(location.binaries, 'bin/postgres'), ['--version'])).output).toContain(
      'PostgreSQL) 18',
    );
  });

  it('runs an existing cluster as its owner', async () => {
    const dataDir = join(open, 'cluster');
    makeCluster(dataDir, nobody());

    expect((await chooseLocation(dataDir, binaries)).user).toMatchObject({ name: 'nobody', ids: nobody().ids });
  });
});
