import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { messageOf } from '@portfolio/lifecycle';
import { plainEnv } from '@portfolio/lifecycle/supervisor';

/** User of PostgreSQL's programs, which refuse to run as root. */
export interface ServerUser {
  /** Used in messages. */
  name: string;
  /** Command that switches the user. */
  prefix: readonly string[];
  /** User of the process, who must own its files. */
  ids?: { uid: number; gid: number };
}

interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** The user of this process. */
export const sameUser: ServerUser = { name: 'this user', prefix: [] };

/** Root in a user namespace that maps it to an ordinary user. It reaches root's files. Most containers forbid it. */
export function namespaceUser(accounts = readAccounts()): ServerUser {
  // initdb requires a user id with an account.
  const account = accounts.find(({ uid }) => uid !== 0 && uid !== 65_534) ?? accounts.find(({ uid }) => uid !== 0);
  const { uid, gid } = account ?? { uid: 65_534, gid: 65_534 };
  return { name: 'root', prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`] };
}

/** Account with this name or id. */
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

interface Outcome {
  status: number | null;
  /** stdout and stderr. */
  output: string;
}

/** Runs a program to its end. Its status is 127 if it is missing, 126 if the user cannot be switched, as in a shell. */
export async function runAs(user: ServerUser, command: string, args: readonly string[]): Promise<Outcome> {
  const [file = command, ...rest] = [...user.prefix, command, ...args];
  // The user may not enter the current folder.
  const options: SpawnOptions = { ...user.ids, env: plainEnv(), cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] };
  return new Promise((resolve) => {
    let output = '';
    let child: ChildProcess;
    try {
      child = spawn(file, rest, options);
    } catch (error) {
      return resolve({ status: 126, output: messageOf(error) });
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.on('error', (error) => resolve({ status: 127, output: error.message }));
    child.on('close', (status) => resolve({ status, output }));
  });
}
