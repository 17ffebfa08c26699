import { DataEnv, EnvError, loadEnv } from '@portfolio/config';
import { openStorage } from '@portfolio/storage';
import { BackupError, listed } from './backup/backup-error.ts';
import { checkBag } from './backup/check-bag.ts';
import { BACKUP_USAGE, readBackupCommand } from './backup/command-lines.ts';
import { makeBackup } from './backup/make-backup.ts';
import { ProgressLine } from './backup/progress-line.ts';
import { openSiteDatabase } from './backup/site-database.ts';
import { inSeconds, inSize } from './backup/figures.ts';

const progress = new ProgressLine();

/** Writes a backup of the site, or checks one, which needs neither database nor storage. */
async function main(args: string[]): Promise<void> {
  const order = readBackupCommand(args);
  if (order.command === 'help') return void process.stdout.write(BACKUP_USAGE);
  if (order.command === 'verify') return verify(order.folder);

  const start = performance.now();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop.abort(new BackupError('Stopped: there is no backup.')));
  }
  const env = loadEnv(DataEnv);
  const dataSource = await openSiteDatabase(env.DATABASE_URL);
  try {
    const { folder, rows, originals, bytes, lost, damaged } = await makeBackup({
      dataSource,
      storage: await openStorage(env),
      folder: order.folder,
      acceptLosses: order.acceptLosses,
      onProgress: progress.for('Copying originals'),
      signal: stop.signal,
    });
    progress.end();
    if (lost.length > 0) console.error(`Lost originals, of which the backup has only the rows:\n${listed(lost)}`);
    if (damaged.length > 0) console.error(`Damaged originals, kept as they are:\n${listed(damaged)}`);
    console.log(`${folder}: ${rows} rows and ${originals} originals, ${inSize(bytes)}, in ${inSeconds(start)}.`);
  } finally {
    await dataSource.destroy();
  }
}

async function verify(folder: string): Promise<void> {
  const start = performance.now();
  const bag = await checkBag(folder, progress.for('Checking files'));
  progress.end();
  console.log(`${bag.folder} is whole: ${bag.checksums.size} files, ${inSize(bag.bytes)}, in ${inSeconds(start)}.`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  progress.end();
  const isForPeople = error instanceof BackupError || error instanceof EnvError;
  console.error(isForPeople ? error.message : error);
  process.exitCode = error instanceof BackupError ? error.status : 1;
}
