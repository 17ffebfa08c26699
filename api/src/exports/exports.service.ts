import { Inject, Injectable } from '@nestjs/common';
import type { ExportResponse, ExportView, StartExport, StorageUsageView } from '@portfolio/contracts';
import { JobQueue, QueueOverview } from '@portfolio/jobs';
import { ARCHIVE_LIFETIME_MS, exportKey, EXPORTS, STORAGE, type Storage, type StoredFile } from '@portfolio/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { disposition } from '../media/file-name.ts';
import { FileServer } from '../media/file-server.ts';
import { failureMessage, LOSS_REASON } from '../queue/failed-job.view.ts';
import { ExportsRepository } from './exports.repository.ts';

/** Token of an archive (128 bits), in its key and in its link. */
const TOKEN = /[0-9a-f]{32}/;

/** Exports of the whole site. The queue has running and failed ones, the storage has ready ones. */
@Injectable()
export class ExportsService {
  private readonly files: FileServer;

  constructor(
    private readonly exports: ExportsRepository,
    private readonly jobs: JobQueue,
    private readonly overview: QueueOverview,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {
    this.files = new FileServer(storage);
  }

  async view(): Promise<ExportResponse> {
    return { export: await this.current() };
  }

  storageUsage(): Promise<StorageUsageView> {
    return this.exports.storageUsage();
  }

  /** Deduplication drops the job while another waits or runs. */
  async start({ accept_losses }: StartExport): Promise<ExportResponse> {
    await this.removeFailure();
    await this.jobs.add('export', { acceptLosses: accept_losses ?? false });
    return this.view();
  }

  /** @throws AppError export.not-found, export.running */
  async remove(): Promise<void> {
    const current = await this.current();
    if (!current) throw new AppError('export.not-found');
    if (current.status === 'running') throw new AppError('export.running');
    await this.removeFailure();
    await this.storage.removeFolder(EXPORTS);
  }

  /**
   * Serves an archive to everybody who has its link.
   *
   * @param token untrusted
   * @throws AppError export.not-found, media.range
   */
  async download(token: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [given] = (typeof token === 'string' && token.length === 32 && TOKEN.exec(token)) || [];
    const archive = given ? await this.storage.stat(exportKey(given)) : undefined;
    if (!archive || isExpired(archive)) throw new AppError('export.not-found');
    // A compressed response has no length and no ranges. By its type, the plugin would compress an archive.
    request.headers['x-no-compression'] = 'true';
    const file = {
      key: archive.key,
      etag: `"${archive.modifiedAt.getTime()}-${archive.bytes}"`,
      contentType: 'application/x-tar',
      cacheControl: 'private, no-store',
      disposition: disposition('attachment', `portfolio-${await this.exports.dayOf(archive)}.tar`),
      crawlers: { 'x-robots-tag': 'noindex' },
    };
    if (!(await this.files.serve(file, request, reply))) throw new AppError('export.not-found');
  }

  private async current(): Promise<ExportView | null> {
    // The queue first: the archive exists before its job has completed.
    const { open, failed } = await this.overview.latest('export', { acceptLosses: false });
    if (open) {
      const { addedAt, progress = null } = open;
      return { status: 'running', created_at: addedAt.toISOString(), progress };
    }
    for await (const archive of this.storage.list(EXPORTS)) {
      const [token] = TOKEN.exec(archive.key) ?? [];
      // An archive stays where a later export failed before it could replace it.
      const isLatest = !failed || archive.modifiedAt > failed.failedAt;
      if (token && !isExpired(archive) && isLatest) return toReadyView(archive, token);
    }
    if (!failed) return null;
    return {
      status: 'failed',
      created_at: failed.failedAt.toISOString(),
      failure: failureMessage(failed.reason),
      has_losses: LOSS_REASON.test(failed.reason),
    };
  }

  private async removeFailure(): Promise<void> {
    const { failed } = await this.overview.latest('export', { acceptLosses: false });
    if (failed) await this.overview.remove(failed.id);
  }
}

const endOf = ({ modifiedAt }: StoredFile) => modifiedAt.getTime() + ARCHIVE_LIFETIME_MS;

const isExpired = (archive: StoredFile) => endOf(archive) <= Date.now();

const toReadyView = (archive: StoredFile, token: string): ExportView => ({
  status: 'ready',
  created_at: archive.modifiedAt.toISOString(),
  bytes: archive.bytes,
  expires_at: new Date(endOf(archive)).toISOString(),
  url: `/api/exports/download?token=${token}`,
});
