import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { assertRoom, ROOM_FOR_NEW_CLUSTER, ROOM_FOR_START, tellsOfFullDisk } from './disk-space.ts';
import { DiskFullError, LocalPostgresError, NotADatabaseError, OtherVersionError } from './errors.ts';
import { isCluster, type Place } from './place.ts';
import { runAs, type ServerUser } from './server-user.ts';

/** The superuser of the cluster, and the database in it that is ours. */
export const SUPERUSER = 'portfolio';
export const DATABASE = 'portfolio';

const PASSWORD_FILE = 'local-password';

/**
 * Makes the cluster where there is none, and sees that one that exists can be used.
 *
 * To be called by one process at a time. A new cluster is made beside its place and renamed, so that one whose making
 * was cut short is never taken for a whole one.
 *
 * @throws OtherVersionError, DiskFullError, NotADatabaseError, or LocalPostgresError with what initdb said
 */
export async function prepareCluster({ user, binaries, dataDir }: Place): Promise<void> {
  const parent = dirname(dataDir);
  removeDrafts(dataDir);
  if (isCluster(dataDir)) {
    await assertSameVersion({ user, binaries, dataDir });
    assertRoom(dataDir, ROOM_FOR_START);
    if (user.ids && statSync(dataDir).uid !== user.ids.uid) giveTree(dataDir, user);
    return;
  }
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) throw new NotADatabaseError(dataDir);
  assertRoom(parent, ROOM_FOR_NEW_CLUSTER);

  const draft = `${dataDir}.draft-${process.pid}`;
  const passwordFile = `${draft}.password`;
  const password = randomBytes(24).toString('base64url');
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    give(draft, user);
    give(passwordFile, user);
    const { status, output } = await runAs(user, binaries.initdb, [
      ...['--pgdata', draft, '--username', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      '--no-instructions',
    ]);
    if (status !== 0) {
      if (tellsOfFullDisk(output)) throw new DiskFullError(parent);
      throw new LocalPostgresError(`The database could not be made in ${dataDir}: ${reason(output)}.`);
    }
    renameSync(passwordFile, join(draft, PASSWORD_FILE));
    renameSync(draft, dataDir);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new DiskFullError(parent) : error;
  } finally {
    removeDrafts(dataDir);
  }
}

/** Kept with the cluster, readable by its owner alone: the port on loopback is open to everybody on this machine. */
export const readPassword = (dataDir: string) => readFileSync(join(dataDir, PASSWORD_FILE), 'utf8').trim();

async function assertSameVersion({ user, binaries, dataDir }: Place): Promise<void> {
  const found = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  // "postgres (PostgreSQL) 18.4"
  const { output } = await runAs(user, binaries.postgres, ['--version']);
  const ours = output.match(/(\d+)(\.\d+|devel|beta\d+|rc\d+)/)?.[1];
  if (ours !== undefined && ours !== found) throw new OtherVersionError(dataDir, found, ours);
}

/** What a start that was killed left behind. An initdb that still runs ends by itself when its folder is gone. */
function removeDrafts(dataDir: string): void {
  const prefix = `${basename(dataDir)}.draft-`;
  for (const name of readdirSync(dirname(dataDir)).filter((name) => name.startsWith(prefix))) {
    rmSync(join(dirname(dataDir), name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function give(path: string, { ids }: ServerUser): void {
  if (ids) chownSync(path, ids.uid, ids.gid);
}

function giveTree(folder: string, user: ServerUser): void {
  give(folder, user);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (user.ids) lchownSync(join(folder, name), user.ids.uid, user.ids.gid);
  }
}

const reason = (output: string) =>
  output
    .split('\n')
    .findLast((line) => /(error|FATAL|PANIC):/.test(line))
    ?.replace(/^.*?(error|FATAL|PANIC):\s*/, '') ??
  (output.trim().split('\n').at(-1) || 'it ended without a word');
