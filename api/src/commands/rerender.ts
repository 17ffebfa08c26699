import { DataEnv, loadEnv } from '@portfolio/config';
import { readSiteId } from '@portfolio/database';
import { JobQueue, prepareQueue, queueBackend, QueueUnavailableError } from '@portfolio/jobs';
import { openStorage } from '@portfolio/storage';
import { type EnqueuedPicture, enqueueRerender, followRerender } from '../backup/rerender.ts';
import { openSiteDatabase } from '../backup/site-database.ts';
import { CommandError, formatSecondsSince, listNames, parseCommandLine } from './command-line.ts';
import { commandLine } from './env.ts';
import { ProgressLine } from './progress-line.ts';

const COMMAND = commandLine('admin');

const USAGE = `Renders pictures again from their originals, by the worker, and waits for the end.

  ${COMMAND} rerender             pictures that lack at least one file, as with --missing
  ${COMMAND} rerender --all       all pictures
`;

/**
 * Runs `admin rerender` through the queue, after the jobs of visitors and uploads.
 *
 * @param args without the command's name
 * @param print prints one line
 * @throws CommandError for failed pictures, and with status 2 for invalid arguments
 */
export async function rerender(args: string[], print: (line: string) => void): Promise<void> {
  const { values, positionals } = parseCommandLine(args, { missing: { type: 'boolean' }, all: { type: 'boolean' } });
  if (values.help) return print(USAGE.trimEnd());
  if (positionals.length > 0 || (values.missing && values.all)) {
    throw new CommandError(`Use --missing or --all, not both.\n\n${USAGE}`, 2);
  }
  const start = performance.now();
  const env = loadEnv(DataEnv);
  const progress = new ProgressLine();
  const dataSource = await openSiteDatabase(env.DATABASE_URL);
  const siteId = await readSiteId(dataSource);
  const backend = queueBackend({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, siteId });
  const jobs = new JobQueue(backend, () => undefined);
  try {
    await prepareQueue(backend);
    const selection = values.all ? 'all' : 'missing';
    const enqueued: EnqueuedPicture[] = [];
    const source = { dataSource, storage: await openStorage(env), jobs };
    for await (const picture of enqueueRerender(source, selection)) enqueued.push(picture);
    if (enqueued.length === 0) return print('There is nothing to render: every picture has all its files.');
    if (!(await hasWorker(jobs))) {
      return print(`Enqueued ${enqueued.length} pictures. No worker is running: it renders them once the site starts.`);
    }
    const failed = await followRerender(jobs, enqueued, progress.for('Rendering pictures'));
    progress.end();
    const rendered = enqueued.length - failed.length;
    print(`Rendered ${rendered} of ${enqueued.length} pictures in ${formatSecondsSince(start)}.`);
    if (failed.length > 0) {
      const lines = failed.map(({ name, reason }) => `${name}: ${reason}`);
      throw new CommandError(`These pictures failed:\n${listNames(lines)}`);
    }
  } catch (error) {
    progress.end();
    throw error instanceof QueueUnavailableError ? new CommandError(`${error.message}. Try again.`) : error;
  } finally {
    await dataSource.destroy();
    await jobs.close();
  }
}

async function hasWorker(jobs: JobQueue): Promise<boolean> {
  return jobs.checkWorkers().then(
    () => true,
    () => false,
  );
}
