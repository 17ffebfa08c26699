import { DatabaseEnv, EnvError, loadEnv } from '@portfolio/config';
import { createDataSource, migrate, User } from '@portfolio/database';
import { type AdminCommand, readCommand, runCommand, USAGE } from './auth/administrator-command.ts';
import { readPassword } from './auth/read-password.ts';
import { CommandError } from './auth/command-error.ts';
import { UsersRepository } from './auth/users.repository.ts';
import { rerender } from './rerender-command.ts';
import { moveFiles } from './storage-command.ts';
import { runTrash } from './trash-command.ts';

/** Manages administrators through the database; the API need not run. */
async function main(args: string[]): Promise<void> {
  if (args[0] === 'move-files') return moveFiles(args.slice(1), console.log);
  if (args[0] === 'rerender') return rerender(args.slice(1), console.log);
  if (args[0] === 'trash' || args[0] === 'untrash') return runTrash(args, console.log);
  const command = readCommand(args);
  if (command.command === 'help') return void process.stdout.write(USAGE);
  const { DATABASE_URL: url } = loadEnv(DatabaseEnv);
  const dataSource = createDataSource({ url, poolSize: 2 });
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new CommandError(`The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    // A new site has no tables before its first start.
    const [{ isNew } = { isNew: false }] = await dataSource.query<{ isNew: boolean }[]>(
      `select to_regclass('users') is null as "isNew"`,
    );
    if (isNew) await migrate(dataSource);
    await run(command, new UsersRepository(dataSource.getRepository(User)));
  } finally {
    await dataSource.destroy();
  }
}

async function run(command: Exclude<AdminCommand, { command: 'help' }>, users: UsersRepository): Promise<void> {
  const prompt = () => readPassword(process.stdin, (text) => process.stderr.write(text));
  console.log(await runCommand(command, users, prompt));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof CommandError || error instanceof EnvError;
  console.error(isExpected ? error.message : error);
  process.exitCode = error instanceof CommandError ? error.status : 1;
}
// An open pipe on standard input would keep the process alive.
process.stdin.destroy();
