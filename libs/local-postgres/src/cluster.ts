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
import { assertFreeSpace, NEW_CLUSTER_BYTES, reportsFullDisk, START_BYTES } from './disk-space.ts';
import { DiskFullError, LocalPostgresError, NotADatabaseError, OtherVersionError } from './errors.ts';
import { isCluster, type Location } from './location.ts';
import { runAs, type ServerUser } from './server-user.ts';

export const SUPERUSER = 'portfolio';
export const DATABASE = 'portfolio';

const PASSWORD_FILE = 'local-password';

/**
 * Creates the cluster if missing, or checks the existing one. The caller holds the lock.
 *
 * A new cluster is created under another name and then renamed, so that an interrupted start leaves no partial cluster.
 *
 * @throws OtherVersionError, DiskFullError, NotADatabaseError, or LocalPostgresError with the message of initdb
 */
export async function prepareCluster({ user, binaries, dataDir }: Location): Promise<void> {
  const parent = dirname(dataDir);
  removeDrafts(dataDir);
  if (isCluster(dataDir)) {
    await assertSameVersion({ user, binaries, dataDir });
    assertFreeSpace(dataDir, START_BYTES);
    if (user.ids && statSync(dataDir).uid !== user.ids.uid) chownTree(dataDir, user);
    return;
  }
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) throw new NotADatabaseError(dataDir);
  assertFreeSpace(parent, NEW_CLUSTER_BYTES);

  const draft = `${dataDir}.draft-${process.pid}`;
  const passwordFile = `${draft}.password`;
  const password = randomBytes(24).toString('base64url');
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    changeOwner(draft, user);
    changeOwner(passwordFile, user);
    const { status, output } = await runAs(user, binaries.initdb, [
      ...['--pgdata', draft, '--username', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      '--no-instructions',
    ]);
    if (status !== 0) {
      if (reportsFullDisk(output)) throw new DiskFullError(parent);
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

/** Password in a private file of the cluster. Every user of this machine can reach the port. */
export const readPassword = (dataDir: string) => readFileSync(join(dataDir, PASSWORD_FILE), 'utf8').trim();

async function assertSameVersion({ user, binaries, dataDir }: Location): Promise<void> {
  const found = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  // "postgres (PostgreSQL) 18.4"
  const { output } = await runAs(user, binaries.postgres, ['--version']);
  const ours = output.match(/(\d+)(\.\d+|devel|beta\d+|rc\d+)/)?.[1];
  if (ours !== undefined && ours !== found) throw new OtherVersionError(dataDir, found, ours);
}

/** Deletes the drafts of killed starts. An initdb that still runs ends without its folder. */
function removeDrafts(dataDir: string): void {
  const prefix = `${basename(dataDir)}.draft-`;
  for (const name of readdirSync(dirname(dataDir)).filter((name) => name.startsWith(prefix))) {
    rmSync(join(dirname(dataDir), name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function changeOwner(path: string, { ids }: ServerUser): void {
  if (ids) chownSync(path, ids.uid, ids.gid);
}

function chownTree(folder: string, user: ServerUser): void {
  changeOwner(folder, user);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (user.ids) lchownSync(join(folder, name), user.ids.uid, user.ids.gid);
  }
}

const reason = (output: string) =>
  output
    .split('\n')
    .findLast((line) => /(error|FATAL|PANIC):/.test(line))
    ?.replace(/^.*?(error|FATAL|PANIC):\s*/, '') ??
  (output.trim().split('\n').at(-1) || 'it printed nothing');
