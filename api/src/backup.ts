import {
  checkBag,
  listNames,
  IncompleteOriginalsError,
  makeBackup,
  openSiteDatabase,
  readSchema,
} from '@portfolio/backup';
import { DataEnv, loadEnv } from '@portfolio/config';
import { openStorage } from '@portfolio/storage';
import {
  CommandError,
  formatSecondsSince,
  formatSize,
  parseCommandLine,
  runMain,
  withFolderErrors,
} from './commands/command-line.ts';
import { commandPrefix } from './commands/env.ts';
import { ProgressLine } from './commands/progress-line.ts';

const COMMAND = commandPrefix('backup');

const USAGE = `Writes a backup of the whole site while it runs, or checks one.

  ${COMMAND} [--accept-losses] FOLDER
  ${COMMAND} --verify FOLDER

The folder must not exist yet, or be empty. It becomes a BagIt bag (RFC 8493): every row as CSV, every original as it was
uploaded, and a checksum of each. It has no renditions: the worker renders them after a restore. It holds password hashes
and private messages of visitors: protect it as you protect the site.

  --accept-losses   back up a site although originals are missing or damaged

The site is the one under DATA_DIR (default .data), running or not, or that of DATABASE_URL and STORAGE_DIR or S3_BUCKET.
`;

const progress = new ProgressLine();

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseCommandLine(args, {
    verify: { type: 'boolean' },
    'accept-losses': { type: 'boolean' },
  });
  if (values.help) return void process.stdout.write(USAGE);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new CommandError(`Name one folder.\n\n${USAGE}`, 2);
  if (values.verify && values['accept-losses'])
    throw new CommandError(`--accept-losses is for a new backup.\n\n${USAGE}`, 2);
  return values.verify ? verify(folder) : backUp(folder, values['accept-losses'] ?? false);
}

async function backUp(to: string, acceptLosses: boolean): Promise<void> {
  const start = performance.now();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop.abort(new CommandError('Stopped: there is no backup.')));
  }
  const env = loadEnv(DataEnv);
  const storage = await openStorage(env);
  const dataSource = await openSiteDatabase(env.DATABASE_URL);
  try {
    const { folder, rows, originals, bytes, lost, damaged } = await withFolderErrors(to, () =>
      makeBackup({
        dataSource,
        storage,
        folder: to,
        acceptLosses,
        onProgress: progress.reporter('Copying originals'),
        signal: stop.signal,
      }),
    );
    progress.end();
    reportLosses({ lost, damaged });
    const seconds = formatSecondsSince(start);
    console.log(`${folder}: ${rows} rows and ${originals} originals, ${formatSize(bytes)}, in ${seconds}.`);
  } catch (error) {
    if (!(error instanceof IncompleteOriginalsError)) throw error;
    throw new CommandError(
      `${error.message}\nLook for them in the data folder of an older backup, or use --accept-losses to back up the rest.`,
    );
  } finally {
    await dataSource.destroy();
  }
}

/** Prints the originals that the site lacked when it was backed up. */
function reportLosses({ lost, damaged }: { lost: string[]; damaged: string[] }): void {
  if (lost.length > 0) console.error(`Missing originals, of which the backup has only the rows:\n${listNames(lost)}`);
  if (damaged.length > 0) console.error(`Damaged originals, copied as they are:\n${listNames(damaged)}`);
}

async function verify(folder: string): Promise<void> {
  const start = performance.now();
  const bag = await checkBag(folder, progress.reporter('Checking files'));
  progress.end();
  reportLosses(await readSchema(bag));
  const seconds = formatSecondsSince(start);
  console.log(
    `${bag.source.name} matches its checksums: ${bag.paths.size} files, ${formatSize(bag.bytes)}, in ${seconds}.`,
  );
}

await runMain(main, () => progress.end());
