import { enqueueRerender, listNames, restoreSite } from '@portfolio/backup';
import { DataEnv, loadEnv } from '@portfolio/config';
import { messageOf } from '@portfolio/lifecycle';
import { openStorage, type Storage } from '@portfolio/storage';
import {
  CommandError,
  pluralize,
  formatSecondsSince,
  formatSize,
  parseCommandLine,
  runMain,
  withFolderErrors,
} from './commands/command-line.ts';
import { commandPrefix } from './commands/env.ts';
import { ProgressLine } from './commands/progress-line.ts';
import { withSiteQueue } from './commands/site-queue.ts';

const COMMAND = commandPrefix('restore');
const RERENDER = `${commandPrefix('admin')} rerender`;

const USAGE = `Restores a backup into an empty site.

  ${COMMAND} FOLDER

The whole backup is checked before anything is written. The command starts the site's own PostgreSQL, so a site under
DATA_DIR must not run meanwhile. The worker renders the pictures again, once the site runs.

  --replace   delete the rows of the site; its files stay, so use an empty folder or bucket

The site is the one under DATA_DIR (default .data), or that of DATABASE_URL and STORAGE_DIR or S3_BUCKET.
`;

const progress = new ProgressLine();
const TITLES = { check: 'Checking files', originals: 'Storing originals' };

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseCommandLine(args, { replace: { type: 'boolean' } });
  if (values.help) return void process.stdout.write(USAGE);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new CommandError(`Name one folder.\n\n${USAGE}`, 2);
  const start = performance.now();
  const env = loadEnv(DataEnv);
  const storage = await openStorage(env);
  const { rows, originals, bytes, takenAt, lost, replacedAccounts } = await withFolderErrors(env.STORAGE_DIR, () =>
    restoreSite({
      databaseUrl: env.DATABASE_URL,
      storage,
      bag: folder,
      replace: values.replace,
      onProgress: (stage, done, total) => progress.reporter(TITLES[stage])(done, total),
    }),
  );
  progress.end();
  const seconds = formatSecondsSince(start);
  console.log(
    `Restored the site as of ${takenAt}: ${rows} rows and ${originals} originals, ${formatSize(bytes)}, in ${seconds}.`,
  );
  if (replacedAccounts > 0) console.log('The previous accounts are deleted and their sessions ended.');
  if (lost.length > 0) console.error(`The backup has no file of these originals:\n${listNames(lost)}`);

  const enqueued = await enqueueMissing(env, storage);
  if (enqueued > 0) {
    console.log(`The worker renders ${pluralize(enqueued, 'picture')} again. Follow it with: ${RERENDER}`);
  }
}

/**
 * @returns the number of pictures to render
 * @throws CommandError which says that the restore itself succeeded
 */
async function enqueueMissing(env: Readonly<DataEnv>, storage: Storage): Promise<number> {
  try {
    return await withSiteQueue(
      env,
      (error) => console.error(messageOf(error)),
      async (site) => {
        let enqueued = 0;
        for await (const _ of enqueueRerender({ ...site, storage }, 'missing')) enqueued += 1;
        return enqueued;
      },
    );
  } catch (cause) {
    throw new CommandError(
      `The site is restored, but its pictures are not enqueued (${messageOf(cause)}). When it runs: ${RERENDER}`,
      1,
      { cause },
    );
  }
}

await runMain(main, () => progress.end());
