import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
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

export const sameUser: ServerUser = { name: 'this user', prefix: [] };

/** Root in a user namespace that maps it to an ordinary user. It reaches root's files. Most containers forbid it. */
export function namespaceUser(): ServerUser {
  const accounts = readAccounts();
  // initdb requires a user id with an account.
  const account = accounts.find(({ uid }) => uid !== 0 && uid !== 65_534) ?? accounts.find(({ uid }) => uid !== 0);
  const { uid, gid } = account ?? { uid: 65_534, gid: 65_534 };
  return { name: 'root', prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`] };
}

export function accountUser(nameOrUid: string | number): ServerUser | undefined {
  const account = readAccounts().find(({ name, uid }) => name === nameOrUid || uid === nameOrUid);
  return account && { name: account.name, prefix: [], ids: { uid: account.uid, gid: account.gid } };
}

function readAccounts() {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

interface Outcome {
  isOk: boolean;
  /** stdout and stderr, or why the program did not run. */
  output: string;
}

export async function runAs(user: ServerUser, command: string, args: readonly string[]): Promise<Outcome> {
  const [file = command, ...rest] = [...user.prefix, command, ...args];
  try {
    // The user may not enter the current folder.
    const { stdout, stderr } = await promisify(execFile)(file, rest, { ...user.ids, env: plainEnv(), cwd: '/' });
    return { isOk: true, output: stdout + stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string };
    // A system error: the program is missing, or the user cannot be switched.
    return { isOk: false, output: typeof code === 'string' ? messageOf(error) : stdout + stderr };
  }
}
