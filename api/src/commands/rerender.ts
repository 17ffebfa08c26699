import { type EnqueuedPicture, enqueueRerender, followRerender, listNames } from '@portfolio/backup';
import { DataEnv, loadEnv } from '@portfolio/config';
import { type JobQueue, QueueUnavailableError } from '@portfolio/jobs';
import { openStorage } from '@portfolio/storage';
import { CommandError, pluralize, formatSecondsSince, parseCommandLine } from './command-line.ts';
import { commandPrefix } from './env.ts';
import { ProgressLine } from './progress-line.ts';
import { withSiteQueue } from './site-queue.ts';

const COMMAND = commandPrefix('admin');

const USAGE = `Renders pictures again from their originals, by the worker, and waits for the end.

  ${COMMAND} rerender             pictures that lack at least one file
  ${COMMAND} rerender --all       all rendered pictures
`;

/**
 * Runs `admin rerender` through the queue, after the jobs of visitors and uploads.
 *
 * @param args without the command's name
 * @param print prints one line
 * @throws CommandError for failed pictures, and with status 2 for invalid arguments
 */
export async function rerender(args: string[], print: (line: string) => void): Promise<void> {
  const { values, positionals } = parseCommandLine(args, { all: { type: 'boolean' } });
  if (values.help) return print(USAGE.trimEnd());
  const [unexpected] = positionals;
  if (unexpected !== undefined) throw new CommandError(`Unexpected argument: ${unexpected}\n\n${USAGE}`, 2);
  const start = performance.now();
  const env = loadEnv(DataEnv);
  const progress = new ProgressLine();
  try {
    await withSiteQueue(
      env,
      () => undefined,
      async ({ dataSource, jobs }) => {
        const selection = values.all ? 'all' : 'missing';
        const enqueued: EnqueuedPicture[] = [];
        const source = { dataSource, storage: await openStorage(env), jobs };
        for await (const picture of enqueueRerender(source, selection)) enqueued.push(picture);
        const pictures = pluralize(enqueued.length, 'picture');
        if (enqueued.length === 0) {
          return print(
            values.all ? 'The site has no rendered pictures.' : 'Nothing to render: no picture lacks a file.',
          );
        }
        if (!(await hasWorker(jobs))) {
          return print(`Enqueued ${pictures}. No worker is running: start the site to render.`);
        }
        const failed = await followRerender(jobs, enqueued, progress.reporter('Rendering pictures'));
        progress.end();
        print(`Rendered ${enqueued.length - failed.length} of ${pictures} in ${formatSecondsSince(start)}.`);
        if (failed.length > 0) {
          const lines = failed.map(({ name, reason }) => `${name}: ${reason}`);
          throw new CommandError(`These pictures failed:\n${listNames(lines)}`);
        }
      },
    );
  } catch (error) {
    progress.end();
    throw error instanceof QueueUnavailableError ? new CommandError(`${error.message}. Try again.`) : error;
  }
}

async function hasWorker(jobs: JobQueue): Promise<boolean> {
  try {
    await jobs.checkWorkers();
    return true;
  } catch (error) {
    // Errors of a failing queue have a cause.
    if ((error as Error).cause !== undefined) throw error;
    return false;
  }
}
