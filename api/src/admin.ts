import { DatabaseEnv, EnvError, loadEnv } from '@portfolio/config';
import { createDataSource, migrate, User } from '@portfolio/database';
import { type AdminCommand, readCommand, runCommand, USAGE } from './auth/administrator-command.ts';
import { askPassword } from './auth/ask-password.ts';
import { CommandError } from './auth/command-error.ts';
import { UsersRepository } from './auth/users.repository.ts';
import { rerender } from './rerender-command.ts';
import { moveFiles } from './storage-command.ts';
import { runTrash } from './trash-command.ts';

/** Makes an administrator or gives one a new password, over the database alone: the api may run or not. */
async function main(args: string[]): Promise<void> {
  if (args[0] === 'move-files') return moveFiles(args.slice(1), console.log);
  if (args[0] === 'rerender') return rerender(args.slice(1), console.log);
  if (args[0] === 'trash' || args[0] === 'untrash') return runTrash(args, console.log);
  const order = readCommand(args);
  if (order.command === 'help') return void process.stdout.write(USAGE);
  const { DATABASE_URL: url } = loadEnv(DatabaseEnv);
  const dataSource = createDataSource({ url, poolSize: 2 });
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new CommandError(`The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    // A new site may have its administrator before its first start.
    const [{ isNew } = { isNew: false }] = await dataSource.query<{ isNew: boolean }[]>(
      `select to_regclass('users') is null as "isNew"`,
    );
    if (isNew) await migrate(dataSource);
    await obey(order, new UsersRepository(dataSource.getRepository(User)));
  } finally {
    await dataSource.destroy();
  }
}

async function obey(order: Exclude<AdminCommand, { command: 'help' }>, users: UsersRepository): Promise<void> {
  const ask = () => askPassword(process.stdin, (text) => process.stderr.write(text));
  console.log(await runCommand(order, users, ask));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isForPeople = error instanceof CommandError || error instanceof EnvError;
  console.error(isForPeople ? error.message : error);
  process.exitCode = error instanceof CommandError ? error.status : 1;
}
// Whoever holds the other end of standard input open would keep the process.
process.stdin.destroy();
