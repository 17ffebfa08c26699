import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path/posix';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { exportBag, IncompleteOriginalsError, openSiteDatabase, throttleProgress } from '@portfolio/backup';
import { type JobContext, type JobPayloads, JobQueue, PermanentFailure, QueueOverview } from '@portfolio/jobs';
import {
  ARCHIVE_LIFETIME_MS,
  exportKey,
  EXPORTS,
  IMPORTS,
  SPARE_BYTES,
  STORAGE,
  type Storage,
} from '@portfolio/storage';
import type { DataSource } from 'typeorm';
import { WorkerEnv } from '../env.ts';

/** Bytes of the token of an archive: nobody can guess one. */
const TOKEN_BYTES = 16;

/** Writes the site into an archive, in place of earlier ones. */
@Injectable()
export class ExportSite {
  private readonly logger = new Logger(ExportSite.name);

  constructor(
    private readonly env: WorkerEnv,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async run({ acceptLosses }: JobPayloads['export'], { signal, report }: JobContext): Promise<void> {
    // Also the unfinished archive of a killed worker.
    await this.storage.removeFolder(EXPORTS);
    await this.storage.discardUnfinished(new Date(), EXPORTS);
    // Connections of its own: the timeouts of the worker's would end a long COPY.
    const dataSource = await openSiteDatabase(this.env.DATABASE_URL);
    try {
      await this.assertSpace(dataSource);
      const { bytes, originals, lost, damaged } = await exportBag({
        dataSource,
        storage: this.storage,
        key: exportKey(randomBytes(TOKEN_BYTES).toString('hex')),
        acceptLosses,
        signal,
        onProgress: throttleProgress((done, total) => void report({ done, total })),
      });
      this.logger.log({ exported: bytes, originals, lost: lost.length, damaged: damaged.length });
    } catch (error) {
      throw error instanceof IncompleteOriginalsError ? new PermanentFailure(error.message) : error;
    } finally {
      await dataSource.destroy();
    }
  }

  private async assertSpace(dataSource: DataSource): Promise<void> {
    const [row] = await dataSource.query<{ bytes: string }[]>(
      `select coalesce(sum(original_bytes), 0) as bytes
       from (select original_bytes from photos union all select original_bytes from background_images) pictures`,
    );
    const free = await this.storage.freeBytes();
    if (free < Number(row!.bytes) + SPARE_BYTES)
      throw new PermanentFailure(`Too little free space for an export: ${free} bytes`);
  }
}

/** Removes archives that have expired, also uploaded ones without an import that waits or runs. */
@Injectable()
export class DiscardExports {
  constructor(
    private readonly jobs: JobQueue,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async run(): Promise<void> {
    const before = new Date(Date.now() - ARCHIVE_LIFETIME_MS);
    for (const folder of [EXPORTS, IMPORTS]) await this.storage.discardUnfinished(before, folder);
    for await (const { key, modifiedAt } of this.storage.list(EXPORTS)) {
      if (modifiedAt < before) await this.storage.remove(key);
    }
    // Uploads whose last part is that old: a large one may take days.
    const lastParts = new Map<string, Date>();
    for await (const { key, modifiedAt } of this.storage.list(IMPORTS)) {
      const upload = dirname(key);
      // A stray file: its folder has all uploads.
      if (upload === IMPORTS) continue;
      if (modifiedAt > (lastParts.get(upload) ?? 0)) lastParts.set(upload, modifiedAt);
    }
    const expired = [...lastParts.keys()].filter((upload) => lastParts.get(upload)! < before);
    if (expired.length === 0) return;
    // One import is open at most, whatever its payload. It may wait for days while no worker runs.
    const { open } = await new QueueOverview(this.jobs).latest('import', { uploadId: '', parts: 0, isDemo: false });
    const needed = `${IMPORTS}/${(open?.payload as JobPayloads['import'] | undefined)?.uploadId}`;
    for (const upload of expired) if (upload !== needed) await this.storage.removeFolder(upload);
  }
}
