import { parseArgs } from 'node:util';
import { DataEnv, loadEnv } from '@portfolio/config';
import { readSiteId } from '@portfolio/database';
import { JobQueue, prepareQueue, queueBackend, QueueUnavailableError } from '@portfolio/jobs';
import { openStorage } from '@portfolio/storage';
import { CommandError } from './auth/command-error.ts';
import { BackupError, listed } from './backup/backup-error.ts';
import { inSeconds } from './backup/figures.ts';
import { ProgressLine } from './backup/progress-line.ts';
import { enqueueRerender, followRerender, type Wanted } from './backup/rerender.ts';
import { openSiteDatabase } from './backup/site-database.ts';

const USAGE = `Has the renditions of pictures made again from their originals, by the worker, and waits until that is done.

  npm run admin -- rerender             those of pictures that lack at least one file, as with --missing
  npm run admin -- rerender --all       those of all pictures
`;

/**
 * `npm run admin -- rerender`: the worker does the work, through the queue, after whatever visitors wait for.
 *
 * @param args what follows the command's name
 * @param say told the outcome
 * @throws CommandError where pictures could not be rendered, and with status 2 for what is not understood
 */
export async function rerender(args: string[], say: (line: string) => void): Promise<void> {
  const wanted = readWanted(args);
  if (wanted === 'help') return say(USAGE.trimEnd());
  const start = performance.now();
  const env = loadEnv(DataEnv);
  const progress = new ProgressLine();
  const dataSource = await openSiteDatabase(env.DATABASE_URL).catch(forPeople);
  const siteId = await readSiteId(dataSource);
  const backend = queueBackend({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, siteId });
  const jobs = new JobQueue(backend, () => undefined);
  try {
    await prepareQueue(backend);
    const asked = await enqueueRerender({ dataSource, storage: await openStorage(env), jobs }, wanted);
    if (asked.length === 0) return say('There is nothing to render: every picture has all its files.');
    if (!(await hasWorker(jobs))) {
      return say(
        `${asked.length} pictures have been asked for. No worker is running: they are rendered once the site is started.`,
      );
    }
    const failed = await followRerender(jobs, asked, progress.for('Rendering pictures'));
    progress.end();
    say(`${asked.length - failed.length} of ${asked.length} pictures have been rendered, in ${inSeconds(start)}.`);
    if (failed.length > 0) {
      const lines = failed.map(({ name, reason }) => `${name}: ${reason}`);
      throw new CommandError(`These could not be rendered:\n${listed(lines)}`);
    }
  } catch (error) {
    progress.end();
    throw error instanceof QueueUnavailableError ? new CommandError(`${error.message}. Try again.`) : error;
  } finally {
    await dataSource.destroy();
    await jobs.close();
  }
}

function readWanted(args: string[]): Wanted | 'help' {
  try {
    const { values } = parseArgs({
      args,
      options: { missing: { type: 'boolean' }, all: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help) return 'help';
    if (values.missing && values.all) throw new Error('Say --missing or --all, not both');
    return values.all ? 'all' : 'missing';
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, 2);
  }
}

async function hasWorker(jobs: JobQueue): Promise<boolean> {
  return jobs.checkWorkers().then(
    () => true,
    () => false,
  );
}

function forPeople(error: unknown): never {
  throw error instanceof BackupError ? new CommandError(error.message) : error;
}
