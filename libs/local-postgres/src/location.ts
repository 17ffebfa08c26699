import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '@portfolio/lifecycle';
import { StartError } from '@portfolio/lifecycle/supervisor';
import { programIn } from './binaries.ts';
import { noBinaries, reasonIn } from './errors.ts';
import { accountUser, namespaceUser, runAs, sameUser, type ServerUser } from './server-user.ts';

export interface ServerLocation {
  user: ServerUser;
  /** Folder of PostgreSQL: see `findBinaries`. */
  binaries: string;
  dataDir: string;
  /** Message for the terminal when the data is in an unexpected folder. */
  notice?: string;
}

/** Folder of root for files that an ordinary user must reach. */
const SHARED_FOLDER = '/var/lib/portfolio';

/** Folder of the cluster where PostgreSQL may not enter `dataDir`. */
export const movedDataDir = (dataDir: string, sharedFolder = SHARED_FOLDER) =>
  join(sharedFolder, `${basename(dataDir)}-${shortHash(dataDir)}`);

/**
 * Chooses the user of PostgreSQL, and a folder and programs that this user can reach. An existing cluster stays with its owner,
 * unless that is root.
 *
 * Under root the candidates are: root in a user namespace, the owner of the parent folder, `postgres`, `nobody`. If none
 * reaches both, unreachable programs are copied to a shared folder. A new cluster moves there too if its folder is
 * unreachable.
 *
 * @param dataDir in an existing folder
 * @throws EACCES when this user may not enter its folder
 * @throws StartError when no user can run the programs or access the cluster, or it belongs to another user
 */
export async function chooseLocation(
  dataDir: string,
  binaries: string,
  { users, sharedFolder = SHARED_FOLDER }: { users?: ServerUser[]; sharedFolder?: string } = {},
): Promise<ServerLocation> {
  const capable: ServerUser[] = [];
  let refusal = '';
  const moved = movedDataDir(dataDir, sharedFolder);
  const isMoved = !isCluster(dataDir) && isCluster(moved);

  for (const user of users ?? usersFor(isMoved ? moved : dataDir)) {
    const probe = await runAs(user, programIn(binaries, 'postgres'), ['--version']);
    if (!probe.isOk) refusal = probe.output;
    else if (!isMoved && (await canEnter(user, dirname(dataDir)))) return { user, binaries, dataDir };
    if (probe.isOk || (await runAs(user, '/bin/sh', ['-c', 'exit 0'])).isOk) capable.push(user);
  }

  for (const user of capable) {
    if (user === sameUser) continue;
    const location = await locationInSharedFolder(user, binaries, { dataDir, moved, isMoved, sharedFolder });
    if (location) return location;
  }
  if (capable.length > 0 && isCluster(dataDir)) {
    throw new StartError(`No user that can run PostgreSQL can access the database in ${dataDir}.`);
  }
  // Throws where this user may not enter the folder.
  accessSync(dirname(dataDir), constants.X_OK);
  throw noBinaries(`PostgreSQL does not run on this system (${reasonIn(refusal)})`);
}

async function locationInSharedFolder(
  user: ServerUser,
  binaries: string,
  { dataDir, moved, isMoved, sharedFolder }: { dataDir: string; moved: string; isMoved: boolean; sharedFolder: string },
): Promise<ServerLocation | undefined> {
  withSharedUmask(() => makeFolder(sharedFolder));
  const reachesBinaries = await canEnter(user, join(binaries, 'bin'));
  const reachable = reachesBinaries ? binaries : copyBinaries(binaries, sharedFolder);
  if (!(await runAs(user, programIn(reachable, 'postgres'), ['--version'])).isOk) return undefined;
  if (!isMoved && (await canEnter(user, dirname(dataDir)))) return { user, binaries: reachable, dataDir };
  // A new cluster elsewhere would be empty.
  if (isCluster(dataDir)) return undefined;
  return {
    user,
    binaries: reachable,
    dataDir: moved,
    notice: `The database is stored in ${moved}: PostgreSQL refuses to run as root, and the user ${user.name} cannot access ${dirname(dataDir)}.`,
  };
}

/** Creates files that other users can read, whatever the umask of this process. */
function withSharedUmask(create: () => void): void {
  const umask = process.umask(0o022);
  try {
    create();
  } finally {
    process.umask(umask);
  }
}

/** Copies the programs to a folder named after their hash: only an update copies them again. */
function copyBinaries(binaries: string, sharedFolder: string): string {
  const target = join(sharedFolder, `postgresql-${shortHash(readFileSync(programIn(binaries, 'postgres')))}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    try {
      withSharedUmask(() => cpSync(binaries, draft, { recursive: true, verbatimSymlinks: true }));
      chmodSync(draft, 0o755);
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  return target;
}

function usersFor(dataDir: string): ServerUser[] {
  const owner = isCluster(dataDir) ? statSync(dataDir).uid : undefined;
  if (process.getuid?.() !== 0) {
    if (owner !== undefined && owner !== process.getuid?.()) {
      throw new StartError(`${dataDir} belongs to another user: start as that user, or choose another folder.`);
    }
    return [sameUser];
  }
  if (owner !== undefined && owner !== 0) {
    return [accountUser(owner) ?? { name: String(owner), prefix: [], ids: { uid: owner, gid: statSync(dataDir).gid } }];
  }
  const parentOwner = ownerAbove(dirname(dataDir));
  return [
    namespaceUser(),
    parentOwner === undefined ? undefined : accountUser(parentOwner),
    accountUser('postgres'),
    accountUser('nobody'),
  ].filter((user) => user !== undefined);
}

/** Owner of the nearest parent folder that is not root's. */
function ownerAbove(folder: string): number | undefined {
  const { uid } = statSync(folder);
  if (uid !== 0) return uid;
  return dirname(folder) === folder ? undefined : ownerAbove(dirname(folder));
}

const shortHash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 12);

export const isCluster = (dataDir: string) => existsSync(join(dataDir, 'PG_VERSION'));

const canEnter = async (user: ServerUser, folder: string) =>
  (await runAs(user, '/bin/sh', ['-c', 'cd "$0"', folder])).isOk;
