import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { verify } from '@node-rs/argon2';
import {
  ArchiveSource,
  type BaggedAccount,
  BackupError,
  enqueueRerender,
  isUnused,
  restoreSite,
  TransientBackupError,
  throttleProgress,
} from '@portfolio/backup';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { type JobContext, type JobPayloads, JobQueue, PermanentFailure } from '@portfolio/jobs';
import { importKey, IMPORTS, PHOTO_KEYS, SPARE_BYTES, STORAGE, type Storage } from '@portfolio/storage';
import { DataSource } from 'typeorm';
import { WorkerEnv } from '../env.ts';

type Upload = JobPayloads['import'];

/** Replaces an empty site by the one of an uploaded archive. */
@Injectable()
export class ImportSite {
  private readonly logger = new Logger(ImportSite.name);

  constructor(
    private readonly env: WorkerEnv,
    private readonly jobs: JobQueue,
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** Its failures are messages for people. The archive is removed, unless the job may run again. */
  async run(upload: Upload, context: JobContext): Promise<void> {
    try {
      // A worker may have died, or the storage failed, after the restore.
      if (await isUnused(this.dataSource)) await this.restore(upload, context);
      const site = { dataSource: this.dataSource, storage: this.storage, jobs: this.jobs };
      for await (const _ of enqueueRerender(site, 'missing')) context.signal.throwIfAborted();
    } catch (error) {
      const isRefused = error instanceof BackupError && !(error instanceof TransientBackupError);
      if (context.signal.aborted || !(isRefused || context.isLastAttempt)) throw error;
      if (!isRefused) this.logger.error(error);
      const isUntouched = isRefused || (await isUnused(this.dataSource).catch(() => undefined));
      // Unknown while the database is down: a retry may need the archive.
      if (isUntouched !== undefined) await this.storage.removeFolder(`${IMPORTS}/${upload.uploadId}`);
      // A retry renders the missing pictures, or imports all.
      if (!isUntouched) throw new PermanentFailure('The import is incomplete. Retry it on the Queue page.');
      throw new PermanentFailure(`Nothing was imported. ${isRefused ? error.message : outageOf(error)}`);
    }
    await this.storage.removeFolder(`${IMPORTS}/${upload.uploadId}`);
  }

  private async restore({ uploadId, parts, isDemo }: Upload, { signal, report }: JobContext): Promise<void> {
    const progress = (stage: 'check' | 'originals') =>
      throttleProgress((done, total) => void report({ stage, done, total }));
    const keys = Array.from({ length: parts }, (_, index) => importKey(uploadId, index + 1));
    // All parts but the last are equal.
    const part = await this.storage.stat(keys[0]!);
    // An interrupted import has left its originals.
    const free = (await this.storage.freeBytes()) + (await this.storedOriginals());
    if (free < parts * (part?.bytes ?? 0) + SPARE_BYTES) {
      throw new BackupError('The storage has too little free space for the import.');
    }
    const bag = await ArchiveSource.index({
      storage: this.storage,
      keys,
      onProgress: progress('check'),
      signal,
    });
    const storing = progress('originals');
    const { takenAt, rows, originals, lost } = await restoreSite({
      databaseUrl: this.env.DATABASE_URL,
      storage: this.storage,
      bag,
      isRunning: true,
      isRefused: isDemo ? undefined : isDemoAccount,
      signal,
      onProgress: (stage, done, total) => stage === 'originals' && storing(done, total),
    });
    this.logger.log({ imported: takenAt, rows, originals, lost: lost.length });
  }

  /** Bytes of all originals. */
  private async storedOriginals(): Promise<number> {
    let total = 0;
    for await (const { bytes } of this.storage.list(PHOTO_KEYS.originals)) total += bytes;
    return total;
  }
}

/** Whether an account has the email or the password that everybody knows. */
const isDemoAccount = async ({ email, passwordHash }: BaggedAccount) =>
  email.toLowerCase() === DEMO_ACCOUNT.email ||
  // Nobody signs in with an unreadable hash.
  verify(passwordHash, DEMO_ACCOUNT.password).catch(() => false);

const outageOf = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | null)?.code))
    ? 'The storage is full. Free some space on the server, then try again.'
    : 'The database, the storage or the queue failed. Try again.';
