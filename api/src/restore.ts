import { DataEnv, EnvError, loadEnv } from '@portfolio/config';
import { readSiteId } from '@portfolio/database';
import { JobQueue, prepareQueue, queueBackend } from '@portfolio/jobs';
import { openStorage, type Storage } from '@portfolio/storage';
import type { DataSource } from 'typeorm';
import { BackupError, listed } from './backup/backup-error.ts';
import { readRestoreCommand, RESTORE_USAGE } from './backup/command-lines.ts';
import { inSeconds, inSize } from './backup/figures.ts';
import { ProgressLine } from './backup/progress-line.ts';
import { enqueueRerender } from './backup/rerender.ts';
import { restoreSite } from './backup/restore-site.ts';
import { openSiteDatabase } from './backup/site-database.ts';

const progress = new ProgressLine();
const TITLES = { check: 'Checking files', originals: 'Storing originals' };

/** Brings a backup into an empty site, and asks for the pictures that are not in it. */
async function main(args: string[]): Promise<void> {
  const order = readRestoreCommand(args);
  if (order.command === 'help') return void process.stdout.write(RESTORE_USAGE);
  const start = performance.now();
  const env = loadEnv(DataEnv);
  const storage = await openStorage(env);
  const report = await restoreSite({
    databaseUrl: env.DATABASE_URL,
    storage,
    folder: order.folder,
    replace: order.replace,
    onProgress: (stage, done, total) => progress.for(TITLES[stage])(done, total),
  });
  progress.end();
  const { rows, originals, bytes, takenAt, lost, replacedAccounts } = report;
  console.log(
    `The site is as it was at ${takenAt}: ${rows} rows and ${originals} originals, ${inSize(bytes)}, in ${inSeconds(start)}.`,
  );
  if (replacedAccounts > 0) console.log('The accounts that it had before are gone, and their sessions are ended.');
  if (lost.length > 0) console.error(`The backup did not have these originals:\n${listed(lost)}`);

  const asked = await askPictures(env, storage);
  if (asked > 0) {
    console.log(`${asked} pictures are rendered again by the worker. To watch it: npm run admin -- rerender`);
  }
}

/**
 * @returns how many are to be rendered
 * @throws BackupError which says that all else is done
 */
async function askPictures(env: Readonly<DataEnv>, storage: Storage): Promise<number> {
  try {
    const dataSource = await openSiteDatabase(env.DATABASE_URL);
    try {
      return await askMissing(env, dataSource, storage);
    } finally {
      await dataSource.destroy();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(
      `The site is restored, but its pictures could not be asked for (${reason}). When it runs: npm run admin -- rerender`,
      1,
      { cause: error },
    );
  }
}

async function askMissing(env: Readonly<DataEnv>, dataSource: DataSource, storage: Storage): Promise<number> {
  const siteId = await readSiteId(dataSource);
  const backend = queueBackend({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, siteId });
  await prepareQueue(backend);
  const jobs = new JobQueue(backend, (error) => console.error(error.message));
  try {
    return (await enqueueRerender({ dataSource, storage, jobs }, 'missing')).length;
  } finally {
    await jobs.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  progress.end();
  const isForPeople = error instanceof BackupError || error instanceof EnvError;
  console.error(isForPeople ? error.message : error);
  process.exitCode = error instanceof BackupError ? error.status : 1;
}
