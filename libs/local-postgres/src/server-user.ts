import { spawn, type SpawnOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { childEnv } from './env.ts';

/**
 * As whom PostgreSQL's programs run. They refuse to run as root, because whoever gets into the server would be root.
 */
export interface ServerUser {
  /** For sentences. */
  name: string;
  /** What comes before the command. */
  prefix: readonly string[];
  /** Set where the process itself changes its user, and files must be given to that user. */
  ids?: { uid: number; gid: number };
}

interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** This process's own user, for whom PostgreSQL runs without ado. */
export const sameUser: ServerUser = { name: 'this user', prefix: [] };

/**
 * Root under another number: a user namespace in which root's own files belong to an ordinary user. It reaches
 * everything that is root's, also below a home that nobody else may enter. Forbidden in most containers.
 */
export function namespaceUser(accounts = readAccounts()): ServerUser {
  // initdb looks its user up by number, so the number has to be one that this system has a name for.
  const shown = accounts.find(({ uid }) => uid !== 0 && uid !== 65_534) ?? accounts.find(({ uid }) => uid !== 0);
  const { uid, gid } = shown ?? { uid: 65_534, gid: 65_534 };
  return { name: 'root', prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`] };
}

/** The account of that name or number, if this system has it. */
export function accountUser(nameOrUid: string | number, accounts = readAccounts()): ServerUser | undefined {
  const account = accounts.find(({ name, uid }) => name === nameOrUid || uid === nameOrUid);
  return account && { name: account.name, prefix: [], ids: { uid: account.uid, gid: account.gid } };
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

export interface Outcome {
  status: number | null;
  /** stdout and stderr. */
  output: string;
}

/** Runs a program as that user to its end; a program that cannot be found ends with status 127, as in a shell. */
export async function runAs(user: ServerUser, command: string, args: readonly string[]): Promise<Outcome> {
  const [file = command, ...rest] = [...user.prefix, command, ...args];
  // The folder we are in may be one that user cannot enter.
  const options: SpawnOptions = { ...user.ids, env: childEnv, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] };
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, rest, options);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.on('error', (error) => resolve({ status: 127, output: error.message }));
    child.on('close', (status) => resolve({ status, output }));
  });
}
