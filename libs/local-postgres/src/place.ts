import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '@portfolio/lifecycle';
import { binariesIn, type Binaries } from './binaries.ts';
import { NoBinariesError, NotWritableError } from './errors.ts';
import { accountUser, namespaceUser, runAs, sameUser, type ServerUser } from './server-user.ts';

/** Who runs the server, with which programs, on which folder. */
export interface Place {
  user: ServerUser;
  binaries: Binaries;
  dataDir: string;
  /** One sentence for the person at the terminal, where something lies elsewhere than they would look. */
  notice?: string;
}

/** Where root keeps what a lesser user has to reach. */
const REACHABLE = '/var/lib/portfolio';

/**
 * Chooses the user to run PostgreSQL as, and a folder and programs that this user can reach.
 *
 * A cluster that exists keeps its owner. As root, the choice falls on the first of these who can walk to both: root
 * itself in a user namespace, the owner of the surrounding folder, `postgres`, `nobody`. If none can, programs and data
 * are kept in a folder that all can reach.
 *
 * @param dataDir in a folder that exists
 * @throws NoBinariesError when the programs do not run on this system
 * @throws NotWritableError when the cluster belongs to somebody else
 */
export async function choosePlace(
  dataDir: string,
  binaries: Binaries,
  { users, shelter = REACHABLE }: { users?: ServerUser[]; shelter?: string } = {},
): Promise<Place> {
  const able: ServerUser[] = [];
  let refusal = '';
  const moved = join(shelter, `${basename(dataDir)}-${shortHash(dataDir)}`);
  const isMoved = !isCluster(dataDir) && isCluster(moved);

  for (const user of users ?? usersFor(isMoved ? moved : dataDir)) {
    const probe = await runAs(user, binaries.postgres, ['--version']);
    if (probe.status !== 0) refusal = probe.output;
    else if (!isMoved && (await canEnter(user, dirname(dataDir)))) return { user, binaries, dataDir };
    if (probe.status === 0 || (await runAs(user, '/bin/sh', ['-c', 'exit 0'])).status === 0) able.push(user);
  }

  for (const user of able) {
    if (user === sameUser) continue;
    const place = await shelterFor(user, binaries, { dataDir, moved, isMoved, shelter });
    if (place) return place;
  }
  throw new NoBinariesError(`PostgreSQL does not run on this system (${lastLine(refusal)})`);
}

async function shelterFor(
  user: ServerUser,
  binaries: Binaries,
  { dataDir, moved, isMoved, shelter }: { dataDir: string; moved: string; isMoved: boolean; shelter: string },
): Promise<Place | undefined> {
  forOthers(() => makeFolder(shelter));
  const reachesBinaries = await canEnter(user, dirname(binaries.postgres));
  const reached = reachesBinaries ? binaries : copyBinaries(binaries, shelter);
  if ((await runAs(user, reached.postgres, ['--version'])).status !== 0) return undefined;
  if (!isMoved && (await canEnter(user, dirname(dataDir)))) return { user, binaries: reached, dataDir };
  return {
    user,
    binaries: reached,
    dataDir: moved,
    notice: `The database is kept in ${moved}: PostgreSQL refuses to run as root, and ${user.name} may not enter ${dirname(dataDir)}.`,
  };
}

/** Makes what another user has to reach, also where what this process makes is for its own user alone. */
function forOthers(make: () => void): void {
  const umask = process.umask(0o022);
  make();
  process.umask(umask);
}

/** Named after what they are, so that an update brings its own programs and a new installation of the same does not. */
function copyBinaries(binaries: Binaries, shelter: string): Binaries {
  const target = join(shelter, `postgresql-${shortHash(readFileSync(binaries.postgres))}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    forOthers(() => cpSync(binaries.root, draft, { recursive: true, verbatimSymlinks: true }));
    chmodSync(draft, 0o755);
    try {
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  return binariesIn(target);
}

function usersFor(dataDir: string): ServerUser[] {
  const owner = isCluster(dataDir) ? statSync(dataDir).uid : undefined;
  if (process.getuid?.() !== 0) {
    if (owner !== undefined && owner !== process.getuid?.()) {
      throw new NotWritableError(`${dataDir} belongs to another user: start as that user, or choose another folder.`);
    }
    return [sameUser];
  }
  if (owner !== undefined && owner !== 0) {
    return [accountUser(owner) ?? { name: String(owner), prefix: [], ids: { uid: owner, gid: statSync(dataDir).gid } }];
  }
  const neighbour = ownerAbove(dirname(dataDir));
  return [
    namespaceUser(),
    neighbour === undefined ? undefined : accountUser(neighbour),
    accountUser('postgres'),
    accountUser('nobody'),
  ].filter((user) => user !== undefined);
}

/** Whose folder this is in, where that is not root: of a clone below somebody's home, that person. */
function ownerAbove(folder: string): number | undefined {
  const { uid } = statSync(folder);
  if (uid !== 0) return uid;
  return dirname(folder) === folder ? undefined : ownerAbove(dirname(folder));
}

const shortHash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 12);

export const isCluster = (dataDir: string) => existsSync(join(dataDir, 'PG_VERSION'));

const canEnter = async (user: ServerUser, folder: string) =>
  (await runAs(user, '/bin/sh', ['-c', 'cd "$0"', folder])).status === 0;

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';
