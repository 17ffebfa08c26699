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
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartError } from '@portfolio/lifecycle/supervisor';
import { programIn } from './binaries.ts';
import { diskFull, reasonIn, reportsFullDisk } from './errors.ts';
import { isCluster, type ServerLocation } from './location.ts';
import { runAs, type ServerUser } from './server-user.ts';

export const SUPERUSER = 'portfolio';
export const DATABASE = 'portfolio';

const PASSWORD_FILE = 'local-password';

const MEGABYTE = 1024 * 1024;
/** A new cluster takes 40 MB, and its write-ahead log soon 100 MB more. */
const NEW_CLUSTER_BYTES = 150 * MEGABYTE;
/** Space for start, recovery and some changes. */
const START_BYTES = 50 * MEGABYTE;

/**
 * Creates the cluster if missing, or checks the existing one and gives it to the server's user. The caller holds the lock.
 *
 * A new cluster is created under another name and then renamed, so that an interrupted start leaves no partial cluster.
 *
 * @throws StartError for another version, a full disk, other files in the folder, or a failure of initdb
 */
export async function prepareCluster({ user, binaries, dataDir }: ServerLocation): Promise<void> {
  const parent = dirname(dataDir);
  removeDrafts(dataDir);
  if (isCluster(dataDir)) {
    await assertSameVersion({ user, binaries, dataDir });
    assertFreeSpace(dataDir, START_BYTES);
    if (user.ids && statSync(dataDir).uid !== user.ids.uid) chownTree(dataDir, user);
    return;
  }
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new StartError(
      `${dataDir} holds files that are not a PostgreSQL database: move them away, or choose another folder.`,
    );
  }
  assertFreeSpace(parent, NEW_CLUSTER_BYTES);

  const draft = `${dataDir}.draft-${process.pid}`;
  const passwordFile = `${draft}.password`;
  const password = randomBytes(24).toString('base64url');
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    changeOwner(draft, user);
    changeOwner(passwordFile, user);
    const { isOk, output } = await runAs(user, programIn(binaries, 'initdb'), [
      ...['--pgdata', draft, '--username', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      '--no-instructions',
    ]);
    if (!isOk) {
      if (reportsFullDisk(output)) throw diskFull(parent);
      throw new StartError(`The database could not be created in ${dataDir}: ${reasonIn(output)}.`);
    }
    renameSync(passwordFile, join(draft, PASSWORD_FILE));
    renameSync(draft, dataDir);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFull(parent) : error;
  } finally {
    removeDrafts(dataDir);
  }
}

/**
 * Superuser's password, from a private file of the cluster: every user of the machine can reach the port.
 *
 * @throws StartError when the file cannot be read
 */
export function readPassword(dataDir: string): string {
  const file = join(dataDir, PASSWORD_FILE);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The password in ${file} cannot be read (${code}): restore that file from a backup.`);
  }
}

async function assertSameVersion({ user, binaries, dataDir }: ServerLocation): Promise<void> {
  const found = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  // "postgres (PostgreSQL) 18.4"
  const { output } = await runAs(user, programIn(binaries, 'postgres'), ['--version']);
  const ours = output.match(/(\d+)(\.\d+|devel|beta\d+|rc\d+)/)?.[1];
  if (ours === undefined || ours === found) return;
  throw new StartError(
    `The database in ${dataDir} was written by PostgreSQL ${found}, and this program brings PostgreSQL ${ours}: ` +
      'export it with that version, or choose another folder.',
  );
}

/** @throws StartError with fewer free bytes than needed on the folder's disk */
export function assertFreeSpace(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const [free, required] = [bavail * bsize, needed].map((bytes) => `${Math.floor(bytes / MEGABYTE)} MB`);
  if (bavail * bsize >= needed) return;
  throw new StartError(
    `The disk that holds ${folder} is nearly full (${free} free, ${required} needed): make room there, then start again.`,
  );
}

/** Deletes drafts and password files of killed starts. An initdb that still runs there fails. */
function removeDrafts(dataDir: string): void {
  const prefix = `${basename(dataDir)}.draft-`;
  for (const name of readdirSync(dirname(dataDir)).filter((name) => name.startsWith(prefix))) {
    rmSync(join(dirname(dataDir), name), { recursive: true, force: true, maxRetries: 3 });
  }
}

function changeOwner(path: string, { ids }: ServerUser): void {
  if (ids) chownSync(path, ids.uid, ids.gid);
}

/** The folder is the last, so that an interrupted change is repeated. */
function chownTree(folder: string, user: ServerUser): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (user.ids) lchownSync(join(folder, name), user.ids.uid, user.ids.gid);
  }
  changeOwner(folder, user);
}
