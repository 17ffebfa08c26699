import { messageOf } from '@portfolio/lifecycle';
import { DatabaseEnv, loadEnv } from '@portfolio/config';
import { createDataSource, migrate, User } from '@portfolio/database';
import { UsersRepository } from './auth/users.repository.ts';
import { type AdminCommand, readCommand, runCommand, USAGE } from './commands/administrators.ts';
import { CommandError, runMain } from './commands/command-line.ts';
import { moveFiles } from './commands/move-files.ts';
import { readPassword } from './commands/read-password.ts';
import { rerender } from './commands/rerender.ts';
import { runTrash } from './commands/trash.ts';

async function main(args: string[]): Promise<void> {
  if (args[0] === 'move-files') return moveFiles(args.slice(1), console.log);
  if (args[0] === 'rerender') return rerender(args.slice(1), console.log);
  if (args[0] === 'trash' || args[0] === 'untrash') return runTrash(args, console.log);
  const command = readCommand(args);
  if (!command) return void process.stdout.write(USAGE);
  return manageAdministrators(command);
}

/** Changes the database alone; the API need not run. */
async function manageAdministrators(command: AdminCommand): Promise<void> {
  const { DATABASE_URL: url } = loadEnv(DatabaseEnv);
  const dataSource = createDataSource({ url, poolSize: 2 });
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new CommandError(`The database cannot be reached: ${messageOf(error)}`);
  }
  try {
    // A new site has no tables before its first start.
    const [{ isNew } = { isNew: false }] = await dataSource.query<{ isNew: boolean }[]>(
      `select to_regclass('users') is null as "isNew"`,
    );
    if (isNew) await migrate(dataSource);
    const users = new UsersRepository(dataSource.getRepository(User));
    const prompt = () => readPassword(process.stdin, (text) => process.stderr.write(text));
    console.log(await runCommand(command, users, prompt));
  } finally {
    await dataSource.destroy();
  }
}

await runMain(main);
// An open pipe on standard input would keep the process alive.
process.stdin.destroy();
