import { faultOfPassword, MIN_PASSWORD } from '@portfolio/config';
import { characterCount, SaveProfile, SignIn } from '@portfolio/contracts';
import type { User } from '@portfolio/database';
import { validateSync } from 'class-validator';
import { Passwords } from '../auth/passwords.ts';
import type { UsersRepository } from '../auth/users.repository.ts';
import { CommandError, parseCommandLine } from './command-line.ts';
import { commandPrefix } from './env.ts';

const COMMAND = commandPrefix('admin');

export const USAGE = `Lists, creates, changes and removes the administrators of the site.

  ${COMMAND} list
  ${COMMAND} create --email you@example.com --name "Your Name"
  ${COMMAND} rename --email you@example.com --name "Your Other Name"
  ${COMMAND} reset-password --email you@example.com
  ${COMMAND} remove --email you@example.com

Other commands:

  ${COMMAND} move-files --help     copies files between folder and bucket
  ${COMMAND} rerender --help       renders pictures again
  ${COMMAND} trash --help          lists and restores originals in the trash

The command prompts for the password, at least ${MIN_PASSWORD} characters. Without a terminal it reads the first line of
standard input. A reset and a removal end all sessions of that administrator. The last one cannot be removed.

The site is the one under DATA_DIR (default .data), running or not, or that of DATABASE_URL.
`;

const COMMANDS = ['list', 'create', 'rename', 'reset-password', 'remove'] as const;

export type AdminCommand =
  | { command: 'list' }
  | { command: 'create' | 'rename'; email: string; name: string }
  | { command: 'reset-password' | 'remove'; email: string };

/** @returns undefined for `--help`. @throws CommandError with status 2 for invalid arguments */
export function readCommand(args: string[]): AdminCommand | undefined {
  const { values, positionals } = parseCommandLine(args, { email: { type: 'string' }, name: { type: 'string' } });
  if (values.help) return undefined;
  const command = COMMANDS.find((known) => known === positionals[0]);
  if (command === undefined || positionals.length > 1) {
    throw new CommandError(`Use list, create, rename, reset-password or remove.\n\n${USAGE}`, 2);
  }
  if (command === 'list') return { command };
  const { email, name } = values;
  if (email === undefined) throw new CommandError('Missing --email you@example.com', 2);
  if (command === 'reset-password' || command === 'remove') return { command, email };
  if (name === undefined) throw new CommandError('Missing --name "Your Name"', 2);
  assertValid(Object.assign(new SaveProfile(), { email, name }), 2);
  return { command, email, name };
}

/**
 * Runs the command.
 *
 * @param readPassword called after all other checks
 * @returns a sentence for the terminal
 * @throws CommandError when nothing was changed
 */
export async function runCommand(
  command: AdminCommand,
  users: UsersRepository,
  readPassword: () => Promise<string>,
): Promise<string> {
  if (command.command === 'list') return listOf(await users.list());
  const { email } = command;
  const found = await users.findByEmail(email);
  if (command.command === 'create') {
    if (found) throw emailTakenError(email);
    const passwordHash = await hashOf(email, await readPassword());
    if (!(await users.insert({ name: command.name, email, passwordHash }))) throw emailTakenError(email);
    return `${email} can sign in now.`;
  }
  if (!found) throw new CommandError(`There is no account ${email}. To list all: ${COMMAND} list`);
  switch (command.command) {
    case 'rename':
      await users.rename(found.id, command.name);
      return `${found.email} is renamed to ${command.name}.`;
    case 'reset-password':
      await users.setPassword(found.id, await hashOf(email, await readPassword()));
      return `${found.email} has a new password and is signed out everywhere.`;
    case 'remove':
      if (await users.removeUnlessLast(found.id)) return `${found.email} is removed and signed out everywhere.`;
      throw new CommandError(
        `${found.email} is the last administrator and cannot be removed. To create another: ${COMMAND} create --help`,
      );
  }
}

/** One account a line: email, name and day of creation. */
const listOf = (users: User[]): string =>
  users
    .map(({ email, name, createdAt }) => [email, name, createdAt.toISOString().slice(0, 10)].join('\t'))
    .join('\n') || 'There is no administrator yet.';

async function hashOf(email: string, password: string): Promise<string> {
  if (characterCount(password) < MIN_PASSWORD) {
    throw new CommandError(`The password must have at least ${MIN_PASSWORD} characters. Nothing has been changed.`);
  }
  // The sign-in must accept the password.
  assertValid(Object.assign(new SignIn(), { email, password }));
  const fault = faultOfPassword(password, email);
  if (fault) throw new CommandError(`The password ${fault}. Nothing has been changed.`);
  return new Passwords().hash(password);
}

function assertValid(request: SaveProfile | SignIn, status?: 2): void {
  const [fault] = validateSync(request, { stopAtFirstError: true });
  if (fault) throw new CommandError(`${Object.values(fault.constraints ?? {})[0]}. Nothing has been changed.`, status);
}

const emailTakenError = (email: string) =>
  new CommandError(
    `${email} has an account already. To reset its password: ${COMMAND} reset-password --email ${email}`,
  );
