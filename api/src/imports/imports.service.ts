import { open } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { ImportProgressView, ImportResponse, StartImport, UploadImportPart } from '@portfolio/contracts';
import { NO_LONGER_EMPTY } from '@portfolio/backup';
import { JobQueue, QueueOverview } from '@portfolio/jobs';
import { importKey, SPARE_BYTES, STORAGE, type Storage } from '@portfolio/storage';
import { ApiEnv } from '../env.ts';
import { AppError } from '../http/app-error.ts';
import type { ReceivedFile } from '../http/file-upload.interceptor.ts';
import { failureMessage } from '../queue/failed-job.view.ts';
import { ImportsRepository } from './imports.repository.ts';

const MEGABYTE = 1024 * 1024;

/** Megabytes of a part, unless `MAX_UPLOAD_MB` is less. */
const PART_MEGABYTES = 8;

/** `ustar` in the header of the first entry (POSIX.1-1988). */
const MAGIC = { offset: 257, text: 'ustar' };

@Injectable()
export class ImportsService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly jobs: JobQueue,
    private readonly overview: QueueOverview,
    private readonly env: ApiEnv,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async view(): Promise<ImportResponse> {
    const isEmpty = await this.imports.isSiteEmpty();
    const latest = await this.latest();
    // A visitor's message during an import makes it fail. Other failures do not concern a site in use.
    const isShown = isEmpty || latest?.status === 'running' || latest?.failure.includes(NO_LONGER_EMPTY);
    return {
      is_empty: isEmpty,
      part_bytes: Math.min(PART_MEGABYTES, this.env.MAX_UPLOAD_MB) * MEGABYTE,
      import: isShown ? latest : null,
    };
  }

  /** @throws AppError import.unsupported if the first part does not begin a tar archive; storage.full */
  async store({ path, bytes }: ReceivedFile, { upload_id, number }: UploadImportPart): Promise<void> {
    if (number === 1 && !(await isTar(path))) throw AppError.at('part', 'import.unsupported');
    if ((await this.storage.freeBytes()) < bytes + SPARE_BYTES) throw new AppError('storage.full');
    await this.storage.moveIn(importKey(upload_id, number), path);
  }

  async start({ upload_id: uploadId, parts }: StartImport): Promise<ImportResponse> {
    const upload = { uploadId, parts, isDemo: this.env.DEMO };
    const { failed } = await this.overview.latest('import', upload);
    const view = await this.view();
    const isRepeated = (failed?.payload as { uploadId?: string } | undefined)?.uploadId === uploadId;
    // The failed import has removed the parts; without them a new one would fail on the empty site and hide the cause.
    if (isRepeated && view.is_empty && !(await this.storage.stat(importKey(uploadId, 1)))) return view;
    if (failed) await this.overview.remove(failed.id);
    await this.jobs.add('import', upload);
    return this.view();
  }

  private async latest(): Promise<ImportResponse['import']> {
    const { open: running, failed } = await this.overview.latest('import', { uploadId: '', parts: 0, isDemo: false });
    if (running) return { status: 'running', progress: (running.progress as ImportProgressView | undefined) ?? null };
    return failed ? { status: 'failed', failure: failureMessage(failed.reason) } : null;
  }
}

async function isTar(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(MAGIC.text.length), { position: MAGIC.offset });
    return buffer.toString('latin1') === MAGIC.text;
  } finally {
    await file.close();
  }
}
